import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "./page.tsx";
import { Failed, Loading } from "./states.tsx";
import { VirtualList } from "./virtual-list.tsx";

interface PagedListProps<Item> {
  readonly label: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly data: readonly Item[] }>>;
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string;
  readonly render: (item: Item) => ReactNode;
  /** In place of a list of nothing. */
  readonly empty: ReactNode;
  /** Of what was loaded, what is shown. */
  readonly isShown?: (item: Item) => boolean;
  readonly className?: string;
}

/** A listing of the API in a box: what loads, fails, is empty or goes on. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { label, query, rowHeight, keyOf, render, empty, isShown, className } = props;
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (isPending) return <Loading label={`Loading ${label.toLowerCase()}`} />;
  if (error !== null) return <Failed error={error} onRetry={() => refetch()} />;
  const loaded = data.pages.flatMap((page) => page.data);
  const items = isShown === undefined ? loaded : loaded.filter(isShown);
  if (items.length === 0 && !hasNextPage) return empty;
  return (
    <Card className="overflow-hidden">
      <VirtualList
        label={label}
        items={items}
        hasMore={hasNextPage}
        isLoadingMore={isFetchingNextPage}
        onLoadMore={fetchNextPage}
        {...{ rowHeight, keyOf, render }}
        {...(className !== undefined && { className })}
      />
    </Card>
  );
}
