import type { Hit } from "@stela/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Empty, Failed, Loading } from "../../components/states.tsx";
import { VirtualList } from "../../components/virtual-list.tsx";
import { searchQuery } from "./queries.ts";

/** Documents that match, with the lines that do. */
export function SearchResults({ containerTag, query }: { containerTag: string; query: string }) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    searchQuery(containerTag, query),
  );
  if (isPending) return <Loading label="Searching" />;
  if (error !== null) return <Failed error={error} onRetry={refetch} />;
  const hits = data.pages.flatMap((page) => page.hits);
  if (hits.length === 0) return <Empty title="Nothing found">No document here has these words.</Empty>;
  return (
    <VirtualList
      label="Found"
      items={hits}
      rowHeight={72}
      keyOf={({ id }) => id}
      render={(hit) => <Found hit={hit} query={query} />}
      hasMore={hasNextPage}
      isLoadingMore={isFetchingNextPage}
      onLoadMore={fetchNextPage}
      className="h-full overflow-auto"
    />
  );
}

function Found({ hit: { containerTag, customId, snippet }, query }: { hit: Hit; query: string }) {
  return (
    <Link
      to="/memories/$containerTag"
      params={{ containerTag }}
      search={{ doc: customId, q: query }}
      className="block border-b border-line px-3 py-2 hover:bg-raised"
    >
      <span dir="auto" className="block truncate font-mono text-[0.8rem]">
        {customId}
      </span>
      <span dir="auto" className="line-clamp-3 text-muted [overflow-wrap:anywhere]">
        {marked(snippet)}
      </span>
    </Link>
  );
}

function marked({ text, ranges }: Hit["snippet"]): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const range of ranges) {
    parts.push(text.slice(end, range.start));
    parts.push(
      <mark key={range.start} className="rounded-sm bg-accent-soft text-accent">
        {text.slice(range.start, range.end)}
      </mark>,
    );
    end = range.end;
  }
  return [...parts, text.slice(end)];
}
