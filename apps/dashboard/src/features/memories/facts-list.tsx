import type { Document } from "@stela/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../components/badge.tsx";
import { Empty, Failed, Loading } from "../../components/states.tsx";
import { VirtualList } from "../../components/virtual-list.tsx";
import { classNames } from "../../lib/class-names.ts";
import { factsQuery } from "./queries.ts";

const CATEGORIES = {
  preference: "Preferences",
  user_info: "About the user",
  decision: "Decisions",
  project_fact: "About the project",
  todo: "To do",
} as const;

type Row = { readonly heading: string } | { readonly fact: Document };

/** What is known, by category; what has changed since stands behind what holds now. */
export function FactsList({ containerTag, selected }: { containerTag: string; selected: string | undefined }) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    factsQuery(containerTag),
  );
  if (isPending) return <Loading />;
  if (error !== null) return <Failed error={error} onRetry={refetch} />;
  const facts = data.pages.flatMap((page) => page.facts);
  if (facts.length === 0)
    return <Empty title="No facts yet">What agents learn of a user or a project is shown here.</Empty>;
  return (
    <VirtualList
      label="Facts"
      items={rowsOf(facts)}
      rowHeight={40}
      keyOf={(row) => ("heading" in row ? row.heading : row.fact.id)}
      render={(row) =>
        "heading" in row ? (
          <Heading text={row.heading} />
        ) : (
          <Fact fact={row.fact} isSelected={row.fact.customId === selected} />
        )
      }
      hasMore={hasNextPage}
      isLoadingMore={isFetchingNextPage}
      onLoadMore={fetchNextPage}
      className="h-full overflow-auto"
    />
  );
}

function rowsOf(facts: readonly Document[]): Row[] {
  return Object.entries(CATEGORIES).flatMap(([category, heading]): Row[] => {
    const own = facts.filter((fact) => fact.category === category);
    const active = own.filter(({ status }) => status === "active");
    const past = own.filter(({ status }) => status !== "active");
    return own.length === 0 ? [] : [{ heading }, ...[...active, ...past].map((fact) => ({ fact }))];
  });
}

function Heading({ text }: { text: string }) {
  return <h3 className="px-3 pt-3 pb-1 text-xs font-semibold text-muted">{text}</h3>;
}

function Fact({ fact, isSelected }: { fact: Document; isSelected: boolean }) {
  const { containerTag, customId, content, status } = fact;
  return (
    <Link
      to="/memories/$containerTag"
      params={{ containerTag }}
      search={{ doc: customId, view: "facts" }}
      className={classNames(
        "flex items-start gap-2 rounded px-3 py-1.5 hover:bg-raised",
        isSelected && "bg-accent-soft",
      )}
    >
      <span
        dir="auto"
        className={classNames(
          "line-clamp-2 grow [overflow-wrap:anywhere]",
          status !== "active" && "text-muted line-through",
        )}
      >
        {content}
      </span>
      {status !== "active" && <Badge tone="warn">{status}</Badge>}
    </Link>
  );
}
