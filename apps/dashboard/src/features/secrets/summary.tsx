import type { FindingCount } from "@stela/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../components/badge.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Empty } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { number } from "../../lib/format.ts";
import { type Filters, summaryQuery } from "./queries.ts";

/** How many were found of each kind, where. */
export function Summary({ filters }: { filters: Filters }) {
  const counts = useInfiniteQuery(summaryQuery(filters));
  return (
    <PagedList
      label="Findings by rule and container"
      query={counts}
      rowHeight={42}
      keyOf={({ rule, containerTag }) => `${rule} ${containerTag}`}
      render={(each) => <Row count={each} />}
      empty={<Nothing isFiltered={Object.keys(filters).length > 0} />}
      className="max-h-72 overflow-auto"
    />
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="Nothing was found like that" />;
  return (
    <Empty title="No secrets were found">
      Everything that agents write is looked through before it is stored. What is found is listed here for 90 days.
    </Empty>
  );
}

function Row({ count: { rule, name, containerTag, open, falsePositives, lastAt } }: { count: FindingCount }) {
  return (
    <Link
      to="/secrets"
      search={{ rule, container: containerTag }}
      className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 hover:bg-raised"
    >
      <span dir="auto" className="min-w-0 grow basis-48 truncate font-medium">
        {name}
      </span>
      <span className="w-44 truncate text-muted">{containerTag}</span>
      <span className="flex gap-1.5 sm:w-56">
        {open > 0 && <Badge tone="bad">{number(open)} open</Badge>}
        {falsePositives > 0 && <Badge>{number(falsePositives)} false positive</Badge>}
      </span>
      <Time at={lastAt} className="text-muted sm:w-28 sm:text-right" />
    </Link>
  );
}
