import { Page } from "../../components/page.tsx";
import { Empty } from "../../components/states.tsx";

export function AuditPage() {
  return (
    <Page title="Audit">
      <Empty title="Not built yet" />
    </Page>
  );
}
