import { Page } from "../../components/page.tsx";
import { Empty } from "../../components/states.tsx";

export function SettingsPage() {
  return (
    <Page title="Settings">
      <Empty title="Not built yet" />
    </Page>
  );
}
