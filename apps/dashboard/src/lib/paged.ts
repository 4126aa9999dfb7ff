import { infiniteQueryOptions } from "@tanstack/react-query";

interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

/** A page of a listing starts here: nothing for the first. */
export interface From {
  readonly cursor?: string;
}

/** A listing of the API, a page at a time. `ask` gives back the page that starts at a cursor. */
export function pagedQuery<Item>(
  queryKey: readonly unknown[],
  ask: (from: From, signal: AbortSignal) => PromiseLike<ListPage<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const { data, nextCursor } = await ask(pageParam === null ? {} : { cursor: pageParam }, signal);
      return { data, nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
