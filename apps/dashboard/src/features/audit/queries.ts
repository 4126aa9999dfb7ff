import type { AuditEvent, AuditExportQuery } from "@stela/sdk";
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { stela } from "../../lib/stela.ts";

const PAGE = 100;
const MOST_IN_A_PAGE = 200;
/** Pages that one look for newer events takes at most; past it the list begins anew. */
const MOST_PAGES = 5;
/** An event may come to sight that much after newer ones. */
const LATE_MS = 30_000;

export interface EventPage {
  readonly events: readonly AuditEvent[];
  readonly nextCursor: string | null;
}

/** What is listed stays while it is read: newer events come by following. */
export const eventsQuery = (filters: AuditExportQuery) =>
  infiniteQueryOptions({
    queryKey: ["audit", filters],
    queryFn: async ({ pageParam, signal }): Promise<EventPage> => {
      const query = { ...filters, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      const { events, nextCursor } = await stela.audit.list(query, { signal });
      return { events, nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The events around and after the newest that is known; null when they are too many to put on top of the others. */
export async function newerEvents(
  filters: AuditExportQuery,
  newest: AuditEvent | undefined,
  signal: AbortSignal,
): Promise<AuditEvent[] | null> {
  const since = newest === undefined ? filters.from : later(filters.from, Date.parse(newest.at) - LATE_MS);
  const query = { ...filters, limit: MOST_IN_A_PAGE, ...(since !== undefined && { from: since }) };
  const found: AuditEvent[] = [];
  let pages = 0;
  for await (const page of (await stela.audit.list(query, { signal })).pages()) {
    found.push(...page.events);
    if (page.hasNextPage() && ++pages >= MOST_PAGES) return null;
  }
  return found;
}

function later(from: string | undefined, ms: number): string {
  return new Date(from === undefined ? ms : Math.max(ms, Date.parse(from))).toISOString();
}

/** Puts events that are not there yet into their places, the newest first. */
export function withNewer(data: InfiniteData<EventPage>, newer: readonly AuditEvent[]): InfiniteData<EventPage> {
  const known = new Set(data.pages.flatMap(({ events }) => events.map(({ id }) => id)));
  const fresh = newer.filter(({ id }) => !known.has(id));
  const [first, ...rest] = data.pages;
  if (fresh.length === 0 || first === undefined) return data;
  const events = [...fresh, ...first.events].sort((one, other) => other.id - one.id);
  return { ...data, pages: [{ ...first, events }, ...rest] };
}
