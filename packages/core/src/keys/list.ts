import type * as z from "zod";
import { type Context, managesKeys } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import type { ApiKey, ApiKeyPage, KeyListQuery } from "./schema.ts";

const LISTING = JSON.stringify(["keys"]);

/** Lists the keys whose containers the caller covers, the newest first, those that are revoked or expired too. */
export async function list(
  context: Context,
  { limit, cursor }: z.infer<typeof KeyListQuery>,
): Promise<z.infer<typeof ApiKeyPage>> {
  const [before = null] = cursor === undefined ? [] : await context.cursors.verify(LISTING, cursor);
  const found = await context.run(
    managesKeys,
    query<ApiKey[]>(sql`stela.list_keys(${param.uuid(before)}, ${param.integer(limit + 1)})`),
  );
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { keys: shown, nextCursor: last === undefined ? null : await context.cursors.sign(LISTING, [last.id]) };
}
