import { useQuery } from "@tanstack/react-query";
import { Actor } from "../../components/actor.tsx";
import { Badge } from "../../components/badge.tsx";
import { Card, Section } from "../../components/page.tsx";
import { Empty, Failed, Loading } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { latestChangesQuery } from "./queries.ts";

/** The newest events of the audit trail, asked for again every few seconds. */
export function LatestChanges() {
  const { data, error, refetch, isPending } = useQuery(latestChangesQuery);
  return (
    <Section title="Latest">
      {isPending && <Loading />}
      {error !== null && <Failed error={error} onRetry={refetch} />}
      {data?.length === 0 && <Empty title="Nothing happened yet" />}
      {data !== undefined && data.length > 0 && (
        <Card>
          <ul className="divide-y divide-line">
            {data.map((event) => (
              <li key={event.id} className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2">
                <Badge tone={event.outcome === "done" ? "plain" : "bad"}>{event.action}</Badge>
                <span className="min-w-0 grow basis-64 truncate font-mono text-[0.8rem]">
                  {event.customId ?? event.containerTag ?? ""}
                </span>
                <span className="w-40 min-w-0 text-muted">
                  <Actor actor={event.actor} />
                </span>
                <Time at={event.at} className="w-32 text-right text-muted" />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
