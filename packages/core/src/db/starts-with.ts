import { and, type Column, gte, lt, type SQL } from "drizzle-orm";
import { prefixEnd } from "../text.ts";

/** Whether a column begins with a text, as a range of its index: never a pattern with text from outside. */
export function startsWith(column: Column, prefix: string): SQL | undefined {
  if (prefix === "") return undefined;
  const end = prefixEnd(prefix);
  return and(gte(column, prefix), end === null ? undefined : lt(column, end));
}
