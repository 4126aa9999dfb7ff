import type { UsageRow } from "@stela/sdk";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Actor } from "../../../components/actor.tsx";
import { Select } from "../../../components/field.tsx";
import { Section } from "../../../components/page.tsx";
import { PagedList } from "../../../components/paged-list.tsx";
import { Empty } from "../../../components/states.tsx";
import { bytes, count } from "../../../lib/format.ts";
import { keyNamesQuery, usageQuery } from "./queries.ts";

const route = getRouteApi("/signed-in/settings/organization");

/** Who wrote how much, where. */
export function Usage() {
  const { by, days = 30 } = route.useSearch();
  const navigate = useNavigate({ from: "/settings/organization" });
  const usage = useInfiniteQuery(usageQuery(by ?? "container", days));
  return (
    <Section title="Usage">
      <div className="flex flex-wrap gap-3">
        <Select
          label="By"
          value={by ?? "container"}
          onChange={(event) =>
            navigate({ search: { ...(days !== 30 && { days }), ...(event.target.value === "key" && { by: "key" }) } })
          }
        >
          <option value="container">container</option>
          <option value="key">key</option>
        </Select>
        <Select
          label="Over"
          value={days}
          onChange={(event) => {
            const chosen = Number(event.target.value);
            navigate({ search: { ...(by && { by }), ...((chosen === 7 || chosen === 92) && { days: chosen }) } });
          }}
        >
          <option value={7}>7 days</option>
          <option value={30}>30 days</option>
          <option value={92}>92 days</option>
        </Select>
      </div>
      <PagedList
        label={`Usage by ${by ?? "container"}`}
        query={usage}
        rowHeight={42}
        keyOf={({ containerTag, key }) => containerTag ?? key ?? ""}
        render={(row) => <Row row={row} />}
        empty={<Empty title="Nothing was written in these days" />}
        className="max-h-96 overflow-auto"
      />
    </Section>
  );
}

function Row({ row: { containerTag, key, writes, deletes, bytesWritten, documents } }: { row: UsageRow }) {
  const { data: names } = useQuery({ ...keyNamesQuery, enabled: key !== undefined });
  const name = key === undefined ? undefined : names?.[key];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-4 py-2">
      <span dir="auto" className="min-w-0 grow basis-48 truncate font-medium">
        {containerTag ?? name ?? <Actor actor={key ?? ""} />}
      </span>
      <span className="w-24 text-muted tabular-nums">{count(writes, "write")}</span>
      <span className="w-24 text-muted tabular-nums">{count(deletes, "delete")}</span>
      <span className="w-20 text-muted tabular-nums">{bytes(bytesWritten)}</span>
      <span className="w-40 text-muted tabular-nums">in {count(documents, "document")}</span>
    </div>
  );
}
