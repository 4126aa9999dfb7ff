import type { Erasure } from "@stela/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Actor } from "../../../components/actor.tsx";
import { Badge } from "../../../components/badge.tsx";
import { Section } from "../../../components/page.tsx";
import { PagedList } from "../../../components/paged-list.tsx";
import { Empty } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { count } from "../../../lib/format.ts";
import { erasuresQuery } from "./queries.ts";

/** What was erased, when and by whom; never what it said. */
export function Receipts() {
  const erasures = useInfiniteQuery(erasuresQuery);
  return (
    <Section title="Receipts of erasures">
      <PagedList
        label="Receipts"
        query={erasures}
        rowHeight={42}
        keyOf={({ id }) => id}
        render={(each) => <Row erasure={each} />}
        empty={<Empty title="Nothing was ever erased" />}
        className="max-h-96 overflow-auto"
      />
    </Section>
  );
}

function Row({ erasure: { id, containerTag, target, counts, actor, at } }: { erasure: Erasure }) {
  return (
    <Link
      to="/settings/containers"
      search={{ receipt: id }}
      className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 hover:bg-raised"
    >
      <span className="sm:w-24">
        <Badge>{target}</Badge>
      </span>
      <span className="min-w-0 grow basis-40 truncate font-medium">{containerTag}</span>
      <span className="text-muted sm:w-56">
        {count(counts.documents, "document")}, {count(counts.revisions, "revision")}
      </span>
      <span className="w-32 min-w-0 text-muted">
        <Actor actor={actor} />
      </span>
      <Time at={at} className="text-muted sm:w-28 sm:text-right" />
    </Link>
  );
}
