import { Page } from "../../components/page.tsx";
import { Empty } from "../../components/states.tsx";

export function SecretsPage() {
  return (
    <Page title="Secrets">
      <Empty title="Not built yet" />
    </Page>
  );
}
