import { queryOptions } from "@tanstack/react-query";
import { stela } from "../../lib/stela.ts";

/** Documents and bytes of all containers, and whether there are more containers than were counted. */
export const totalsQuery = queryOptions({
  queryKey: ["overview", "totals"],
  queryFn: async ({ signal }) => {
    const { containers, nextCursor } = await stela.containers.list({ limit: 200 }, { signal });
    return {
      containers: containers.length,
      hasMore: nextCursor !== null,
      documents: containers.reduce((sum, { documents }) => sum + documents, 0),
      bytes: containers.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  },
});

/** Writes by day, of the last 30 days. */
export const activityQuery = queryOptions({
  queryKey: ["overview", "activity"],
  queryFn: async ({ signal }) => {
    const { from, to, rows } = await stela.usage.list({ groupBy: "day", limit: 92 }, { signal });
    return { from, to, rows };
  },
});

export const latestChangesQuery = queryOptions({
  queryKey: ["overview", "latest"],
  queryFn: async ({ signal }) => (await stela.audit.list({ limit: 12 }, { signal })).events,
  refetchInterval: 15_000,
});
