import { queryOptions } from "@tanstack/react-query";
import { pagedQuery } from "../../../lib/paged.ts";
import { stela } from "../../../lib/stela.ts";

const PAGE = 100;

/** What every answer about containers and erasures is kept under, on these pages. */
export const CONTAINERS = ["settings", "containers"] as const;
const ERASURES = ["settings", "erasures"] as const;

export const containersQuery = pagedQuery([...CONTAINERS, "list"], (from, signal) =>
  stela.containers.list({ limit: PAGE, ...from }, { signal }),
);

export const containerQuery = (containerTag: string) =>
  queryOptions({
    queryKey: [...CONTAINERS, containerTag],
    queryFn: ({ signal }) => stela.containers.get(containerTag, { signal }),
    staleTime: 0,
  });

/** What would go with a container, counted now. */
export const erasePlanQuery = (containerTag: string) =>
  queryOptions({
    queryKey: [...ERASURES, "plan", containerTag],
    queryFn: ({ signal }) => stela.containers.delete(containerTag, { dryRun: true, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const erasuresQuery = pagedQuery([...ERASURES, "list"], (from, signal) =>
  stela.erasures.list({ limit: PAGE, ...from }, { signal }),
);

/** A receipt, with what is left counted again. */
export const erasureQuery = (id: string) =>
  queryOptions({
    queryKey: [...ERASURES, id],
    queryFn: ({ signal }) => stela.erasures.get(id, { signal }),
    staleTime: 0,
  });
