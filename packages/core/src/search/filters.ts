import { prefixEnd } from "../text.ts";
import { toJsonPath } from "./metadata-condition.ts";
import type { SearchFilters } from "./schema.ts";

/** The filters as `stela.search_allows` reads them; null for none. */
export function storedFilters(filters: SearchFilters | undefined): Readonly<Record<string, unknown>> | null {
  if (filters === undefined) return null;
  const { tags, anyTags, noTags, categories, statuses, prefix, createdAt, updatedAt, metadata } = filters;
  return {
    allTags: tags,
    anyTags,
    noTags,
    categories,
    statuses,
    customIdFrom: prefix,
    customIdUntil: prefix === undefined ? undefined : (prefixEnd(prefix) ?? undefined),
    createdFrom: createdAt?.from,
    createdTo: createdAt?.to,
    updatedFrom: updatedAt?.from,
    updatedTo: updatedAt?.to,
    metadata: metadata === undefined ? undefined : toJsonPath(metadata),
  };
}
