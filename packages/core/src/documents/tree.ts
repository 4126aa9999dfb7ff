import type * as z from "zod";
import { type Context, reads } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import type { TreePage, TreeQuery } from "./schema.ts";

const SEPARATOR = "\u0001";

interface StoredEntry {
  readonly treeKey: string;
  readonly id: string | null;
  readonly version: number | null;
  readonly bytes: number | null;
  readonly updatedAt: string | null;
  readonly files: number | null;
}

/** Lists the directories and files beneath a path by skip scan: the cost follows what is shown, not what is beneath it. */
export async function tree(
  context: Context,
  containerTag: string,
  { path, depth, counts, limit, cursor }: z.infer<typeof TreeQuery>,
): Promise<z.infer<typeof TreePage>> {
  const root = path.replace(/\/$/, "").replaceAll("/", SEPARATOR);
  const listing = JSON.stringify(["tree", containerTag, root, depth, counts]);
  const [after, kind] = cursor === undefined ? [null, null] : await context.cursors.verify(listing, cursor);
  const entries = await context.run(
    reads(containerTag),
    query<StoredEntry[]>(sql`(
      select coalesce(json_agg(json_build_object(
        'treeKey', entry.tree_key, 'id', entry.id, 'version', entry.version, 'bytes', entry.bytes,
        'updatedAt', stela.rfc3339(entry.updated_at), 'files', ${counts ? filesBeneath(containerTag) : sql`null`}
      ) order by entry.place), '[]')
      from stela.tree_entries(${param.text(containerTag)}, ${param.text(root)}, ${param.integer(depth)}, ${param.text(after ?? null)},
        ${param.boolean(kind === "directory")}, false, ${param.integer(limit + 1)}) as entry
    )`),
  );
  const shown = entries.slice(0, limit);
  const last = entries.length > limit ? shown.at(-1) : undefined;
  const nextCursor =
    last === undefined
      ? null
      : await context.cursors.sign(listing, [last.treeKey, last.id === null ? "directory" : "file"]);
  return { entries: shown.map(toEntry), nextCursor };
}

function filesBeneath(containerTag: string) {
  return sql`case when entry.id is null then (
    select count(*) from stela.documents where documents.org_id = stela.current_org() and documents.listing_tag = ${containerTag}
      and documents.tree_key >= entry.tree_key || E'\\x01' and documents.tree_key < entry.tree_key || E'\\x02'
  ) end`;
}

function toEntry({
  treeKey,
  id,
  version,
  bytes,
  updatedAt,
  files,
}: StoredEntry): z.infer<typeof TreePage>["entries"][number] {
  const path = treeKey.replaceAll(SEPARATOR, "/");
  if (id === null || version === null || bytes === null || updatedAt === null) {
    return { path, type: "directory", ...(files === null ? {} : { files }) };
  }
  return { path, type: "file", id, version, bytes, updatedAt };
}
