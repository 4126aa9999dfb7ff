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
