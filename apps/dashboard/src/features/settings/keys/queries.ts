import { queryOptions } from "@tanstack/react-query";
import { pagedQuery } from "../../../lib/paged.ts";
import { stela } from "../../../lib/stela.ts";

const PAGE = 100;

/** What every answer about keys is kept under. */
export const KEYS = ["settings", "keys"] as const;

export const keysQuery = pagedQuery([...KEYS, "list"], (from, signal) =>
  stela.keys.list({ limit: PAGE, ...from }, { signal }),
);

export const keyQuery = (id: string) =>
  queryOptions({ queryKey: [...KEYS, id], queryFn: ({ signal }) => stela.keys.get(id, { signal }) });
