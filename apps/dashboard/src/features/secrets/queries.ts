import type { FindingSummaryQuery } from "@stela/sdk";
import { queryOptions } from "@tanstack/react-query";
import { pagedQuery } from "../../lib/paged.ts";
import { stela } from "../../lib/stela.ts";

const PAGE = 100;

/** What every answer about secrets is kept under. */
export const SECRETS = ["secrets"] as const;

export type Filters = Pick<FindingSummaryQuery, "containerTag" | "rule" | "policy" | "status">;

export const findingsQuery = (filters: Filters) =>
  pagedQuery([...SECRETS, "findings", filters], (from, signal) =>
    stela.findings.list({ ...filters, limit: PAGE, ...from }, { signal }),
  );

export const summaryQuery = (filters: Filters) =>
  pagedQuery([...SECRETS, "summary", filters], (from, signal) =>
    stela.findings.summary({ ...filters, limit: PAGE, ...from }, { signal }),
  );

export const containersQuery = pagedQuery([...SECRETS, "containers"], (from, signal) =>
  stela.containers.list({ limit: PAGE, ...from }, { signal }),
);

export const containerQuery = (containerTag: string) =>
  queryOptions({
    queryKey: [...SECRETS, "container", containerTag],
    queryFn: ({ signal }) => stela.containers.get(containerTag, { signal }),
    staleTime: 0,
  });
