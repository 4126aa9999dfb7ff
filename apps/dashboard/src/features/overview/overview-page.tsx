import { Page } from "../../components/page.tsx";
import { ActivityChart } from "./activity-chart.tsx";
import { LatestChanges } from "./latest-changes.tsx";
import { Totals } from "./totals.tsx";

/** What there is, what happens, and what is new, in one look. */
export function OverviewPage() {
  return (
    <Page title="Overview">
      <Totals />
      <ActivityChart />
      <LatestChanges />
    </Page>
  );
}
