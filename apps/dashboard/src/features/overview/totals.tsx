import { useQuery } from "@tanstack/react-query";
import { Card } from "../../components/page.tsx";
import { Failed, Loading } from "../../components/states.tsx";
import { bytes, number } from "../../lib/format.ts";
import { totalsQuery } from "./queries.ts";

export function Totals() {
  const { data, error, refetch } = useQuery(totalsQuery);
  if (error !== null) return <Failed error={error} onRetry={refetch} />;
  const more = data?.hasMore === true ? "+" : "";
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Figure label="Documents" value={data && `${number(data.documents)}${more}`} />
      <Figure label="Size" value={data && `${bytes(data.bytes)}${more}`} />
      <Figure label="Containers" value={data && `${number(data.containers)}${more}`} />
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <Card className="px-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{value ?? <Loading lines={1} />}</dd>
    </Card>
  );
}
