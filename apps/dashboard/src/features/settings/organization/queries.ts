import { queryOptions } from "@tanstack/react-query";
import { pagedQuery } from "../../../lib/paged.ts";
import { stela } from "../../../lib/stela.ts";

const PAGE = 200;
const DAY_MS = 86_400_000;

export const organizationQuery = queryOptions({
  queryKey: ["settings", "organization"],
  queryFn: ({ signal }) => stela.organization.get({ signal }),
});

/** What was written in the last days, by container or by key. */
export const usageQuery = (groupBy: "container" | "key", days: number) =>
  pagedQuery(["settings", "usage", groupBy, days], (from, signal) => {
    const first = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    return stela.usage.list({ groupBy, from: first, limit: PAGE, ...from }, { signal });
  });

/** The names of the newest keys, by the actor that history knows each as. */
export const keyNamesQuery = queryOptions({
  queryKey: ["settings", "keys", "names"],
  queryFn: async ({ signal }) => {
    const { keys } = await stela.keys.list({ limit: PAGE }, { signal });
    return Object.fromEntries(keys.map(({ id, name }) => [`key:${id}`, name]));
  },
  staleTime: 60_000,
});
