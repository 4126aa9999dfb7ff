import { and, eq, sql } from "drizzle-orm";
import { type Context, erases } from "../context.ts";
import { erasures } from "../db/schema/erasures.ts";
import { query } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import type { Erasure } from "./schema.ts";
import { type StoredErasure, toErasure } from "./stored.ts";

/** Reads the receipt of an erasure, and counts again what is left of what it erased. */
export async function get(context: Context, id: string): Promise<Erasure> {
  const found = await context.run(
    erases(null),
    query<StoredErasure | null>(sql`(
      select stela.erasure_json(erasures, true) from ${erasures} where ${and(
        sql`${erasures.orgId} = stela.current_org()`,
        eq(erasures.id, id),
        sql`stela.may_access(${erasures.containerTag})`,
      )}
    )`),
  );
  if (found === null) throw new DomainError("not_found", "There is no such erasure.");
  return toErasure(found);
}
