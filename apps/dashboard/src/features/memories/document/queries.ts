import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { stela } from "../../../lib/stela.ts";

interface Name {
  readonly containerTag: string;
  readonly customId: string;
}

const PAGE = 50;

/** Everything that is kept of a document begins with this, so that a change of it drops all of it. */
export function documentKey({ containerTag, customId }: Name) {
  return ["document", containerTag, customId] as const;
}

export const documentQuery = (name: Name) =>
  queryOptions({
    queryKey: [...documentKey(name), "present"],
    queryFn: ({ signal }) => stela.documents.get(name, { signal }),
  });

export const revisionsQuery = (name: Name) =>
  infiniteQueryOptions({
    queryKey: [...documentKey(name), "revisions"],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      const { revisions, nextCursor } = await stela.documents.revisions.list(name, query, { signal });
      return { revisions, nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const diffQuery = (name: Name, from: number, to: number, mode: "line" | "word") =>
  queryOptions({
    queryKey: [...documentKey(name), "diff", from, to, mode],
    queryFn: ({ signal }) => stela.documents.revisions.diff(name, { from, to, mode }, { signal }),
    staleTime: Number.POSITIVE_INFINITY, // What was stays as it was.
    placeholderData: keepPreviousData,
  });
