import { Page } from "../../components/page.tsx";
import { Empty } from "../../components/states.tsx";

export function ReviewPage() {
  return (
    <Page title="Review">
      <Empty title="Not built yet" />
    </Page>
  );
}
