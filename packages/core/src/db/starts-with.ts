import { prefixEnd } from "../text.ts";
import { type SQL, sql } from "./sql.ts";

/** Whether a column begins with a text, as a range of its index: never a pattern with text from outside. */
export function startsWith(column: SQL, prefix: string): SQL | undefined {
  if (prefix === "") return undefined;
  const end = prefixEnd(prefix);
  return end === null ? sql`${column} >= ${prefix}` : sql`(${column} >= ${prefix} and ${column} < ${end})`;
}
