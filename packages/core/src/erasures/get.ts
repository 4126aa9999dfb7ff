import { type Context, erases } from "../context.ts";
import { and, sql } from "../db/sql.ts";
import { query } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import type { Erasure } from "./schema.ts";
import { type StoredErasure, toErasure } from "./stored.ts";

/** Reads the receipt of an erasure, and counts again what is left of what it erased. */
export async function get(context: Context, id: string): Promise<Erasure> {
  const found = await context.run(
    erases(null),
    query<StoredErasure | null>(sql`(
      select stela.erasure_json(erasures, true) from stela.erasures where ${and(
        sql`erasures.org_id = stela.current_org()`,
        sql`erasures.id = ${id}`,
        sql`stela.may_access(erasures.container_tag)`,
      )}
    )`),
  );
  if (found === null) throw new DomainError("not_found", "There is no such erasure.");
  return toErasure(found);
}
