import { Page } from "../../components/page.tsx";
import { Empty } from "../../components/states.tsx";

export function MemoriesPage() {
  return (
    <Page title="Memories">
      <Empty title="Not built yet" />
    </Page>
  );
}
