import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { stela } from "../../lib/stela.ts";

const PAGE = 100;

export const containersQuery = infiniteQueryOptions({
  queryKey: ["containers"],
  queryFn: async ({ pageParam, signal }) => {
    const { containers, nextCursor } = await stela.containers.list({ limit: PAGE, ...cursor(pageParam) }, { signal });
    return { containers, nextCursor };
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

export const containerQuery = (containerTag: string) =>
  queryOptions({
    queryKey: ["container", containerTag],
    queryFn: ({ signal }) => stela.containers.get(containerTag, { signal }),
  });

function cursor(pageParam: string | null): { cursor?: string } {
  return pageParam === null ? {} : { cursor: pageParam };
}

/** What looks like the query in a container, best first. */
export const searchQuery = (containerTag: string, query: string) =>
  infiniteQueryOptions({
    queryKey: ["search", containerTag, query],
    queryFn: async ({ pageParam, signal }) => {
      const { hits, nextCursor } = await stela.search(
        { containerTag, query, limit: 30, ...cursor(pageParam) },
        { signal },
      );
      return { hits, nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** What is known, of every status, by name. */
export const factsQuery = (containerTag: string) =>
  infiniteQueryOptions({
    queryKey: ["facts", containerTag],
    queryFn: async ({ pageParam, signal }) => {
      const { facts, nextCursor } = await stela.facts.list(
        containerTag,
        { limit: PAGE, ...cursor(pageParam) },
        { signal },
      );
      return { facts, nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
