import type * as z from "zod";
import { type Context, reads } from "../context.ts";
import { and, type SQL, sql } from "../db/sql.ts";
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
        select documents.id as id, row_number() over (order by ${orderBy(filters.order)}) as place,
          sum(documents.bytes) over (order by ${orderBy(filters.order)} rows unbounded preceding) - documents.bytes as bytes_before
        from stela.documents
        where ${and(matches(containerTag, filters), isAfter(filters.order, after))}
        order by ${orderBy(filters.order)} limit ${limit + 1}::integer
      ), shown as (
        select id, place from page where place <= ${limit}::integer ${hasContent ? sql`and bytes_before < ${LIMITS.pageBytes}` : sql``}
      )
      select json_build_object(
        'documents', (
          select coalesce(json_agg(stela.document_json(documents, ${hasContent}::boolean) order by shown.place), '[]')
          from shown join stela.documents on documents.id = shown.id and documents.org_id = stela.current_org()
        ),
        'more', (select count(*) from page) > (select count(*) from shown),
        'total', ${filters.total ? sql`(select count(*) from stela.documents where ${matches(containerTag, filters)})` : sql`null`}
      )
    )`),
  );
  const shown = found.map(toDocument);
  const last = more ? shown.at(-1) : undefined;
  const nextCursor =
    last === undefined ? null : await context.cursors.sign(listing, [last.updatedAt, last.id, last.customId]);
  return { documents: shown, nextCursor, ...(total === null ? {} : { total }) };
}

function matches(containerTag: string, filters: Omit<ListInput, "limit" | "cursor">): SQL {
  const { prefix, tag, category, status, key, updatedSince } = filters;
  return and(
    sql`documents.org_id = stela.current_org()`,
    filters.order.endsWith("updatedAt")
      ? sql`documents.listing_tag = ${containerTag}`
      : sql`documents.container_tag = ${containerTag}`,
    startsWith(sql`documents.custom_id`, prefix ?? ""),
    tag === undefined ? undefined : sql`${tag}::text = any(documents.tags)`,
    category === undefined ? undefined : sql`documents.category = ${category}`,
    status === undefined ? undefined : sql`documents.status = ${status}`,
    key === undefined ? undefined : sql`documents.key = ${key}`,
    updatedSince === undefined ? undefined : sql`documents.updated_at >= ${updatedSince}::timestamptz`,
  );
}

function orderBy(order: ListInput["order"]): SQL {
  switch (order) {
    case "customId":
      return sql`documents.custom_id`;
    case "-customId":
      return sql`documents.custom_id desc`;
    case "updatedAt":
      return sql`documents.updated_at, documents.id`;
    case "-updatedAt":
      return sql`documents.updated_at desc, documents.id desc`;
  }
}

function isAfter(order: ListInput["order"], after: readonly string[] | null): SQL | undefined {
  if (after === null) return undefined;
  const [updatedAt = "", id = "", customId = ""] = after;
  switch (order) {
    case "customId":
      return sql`documents.custom_id > ${customId}::text`;
    case "-customId":
      return sql`documents.custom_id < ${customId}::text`;
    case "updatedAt":
      return sql`(documents.updated_at, documents.id) > (${updatedAt}::timestamptz, ${id}::uuid)`;
    case "-updatedAt":
      return sql`(documents.updated_at, documents.id) < (${updatedAt}::timestamptz, ${id}::uuid)`;
  }
}
