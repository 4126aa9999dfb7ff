import { and, eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { type Context, reads } from "../context.ts";
import { documents } from "../db/schema/documents.ts";
import { startsWith } from "../db/starts-with.ts";
import { query } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import type { DocumentPage, ListQuery } from "./schema.ts";
import { type StoredDocument, toDocument } from "./stored.ts";

interface ListInput extends z.infer<typeof ListQuery> {
  /** Of facts. */
  readonly key?: string | undefined;
}

/** Lists a container's documents by keyset: a page costs the same wherever it is, and a change between pages repeats none. */
export async function list(
  context: Context,
  containerTag: string,
  { limit, cursor, ...filters }: ListInput,
): Promise<z.infer<typeof DocumentPage>> {
  const listing = JSON.stringify(["documents", containerTag, filters]);
  const after = cursor === undefined ? null : await context.cursors.verify(listing, cursor);
  const hasContent = filters.fields === "content";
  const {
    documents: found,
    more,
    total,
  } = await context.run(
    reads(containerTag),
    query<{ documents: StoredDocument[]; more: boolean; total: number | null }>(sql`(
      with page as materialized (
        select ${documents.id} as id, row_number() over (order by ${orderBy(filters.order)}) as place,
          sum(${documents.bytes}) over (order by ${orderBy(filters.order)} rows unbounded preceding) - ${documents.bytes} as bytes_before
        from ${documents}
        where ${and(matches(containerTag, filters), isAfter(filters.order, after))}
        order by ${orderBy(filters.order)} limit ${limit + 1}::integer
      ), shown as (
        select id, place from page where place <= ${limit}::integer ${hasContent ? sql`and bytes_before < ${LIMITS.pageBytes}` : sql``}
      )
      select json_build_object(
        'documents', (
          select coalesce(json_agg(stela.document_json(documents, ${hasContent}::boolean) order by shown.place), '[]')
          from shown join ${documents} on ${documents.id} = shown.id and ${documents.orgId} = stela.current_org()
        ),
        'more', (select count(*) from page) > (select count(*) from shown),
        'total', ${filters.total ? sql`(select count(*) from ${documents} where ${matches(containerTag, filters)})` : sql`null`}
      )
    )`),
  );
  const shown = found.map(toDocument);
  const last = more ? shown.at(-1) : undefined;
  const nextCursor =
    last === undefined ? null : await context.cursors.sign(listing, [last.updatedAt, last.id, last.customId]);
  return { documents: shown, nextCursor, ...(total === null ? {} : { total }) };
}

function matches(containerTag: string, filters: Omit<ListInput, "limit" | "cursor">): SQL | undefined {
  const { prefix, tag, category, status, key, updatedSince } = filters;
  return and(
    sql`${documents.orgId} = stela.current_org()`,
    eq(filters.order.endsWith("updatedAt") ? documents.listingTag : documents.containerTag, containerTag),
    startsWith(documents.customId, prefix ?? ""),
    tag === undefined ? undefined : sql`${tag}::text = any(${documents.tags})`,
    category === undefined ? undefined : eq(documents.category, category),
    status === undefined ? undefined : eq(documents.status, status),
    key === undefined ? undefined : eq(documents.key, key),
    updatedSince === undefined ? undefined : sql`${documents.updatedAt} >= ${updatedSince}::timestamptz`,
  );
}

function orderBy(order: ListInput["order"]): SQL {
  switch (order) {
    case "customId":
      return sql`${documents.customId}`;
    case "-customId":
      return sql`${documents.customId} desc`;
    case "updatedAt":
      return sql`${documents.updatedAt}, ${documents.id}`;
    case "-updatedAt":
      return sql`${documents.updatedAt} desc, ${documents.id} desc`;
  }
}

function isAfter(order: ListInput["order"], after: readonly string[] | null): SQL | undefined {
  if (after === null) return undefined;
  const [updatedAt, id, customId] = after;
  switch (order) {
    case "customId":
      return sql`${documents.customId} > ${customId}::text`;
    case "-customId":
      return sql`${documents.customId} < ${customId}::text`;
    case "updatedAt":
      return sql`(${documents.updatedAt}, ${documents.id}) > (${updatedAt}::timestamptz, ${id}::uuid)`;
    case "-updatedAt":
      return sql`(${documents.updatedAt}, ${documents.id}) < (${updatedAt}::timestamptz, ${id}::uuid)`;
  }
}
