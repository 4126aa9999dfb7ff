import type * as z from "zod";
import { type Context, readsHistory } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { Verification, VerifyQuery } from "./schema.ts";

type Answer =
  | { readonly outcome: "needs_all_containers" }
  | (Omit<z.infer<typeof Verification>, "valid" | "nextCursor"> & {
      readonly outcome: "done";
      readonly lastSeal: number;
      readonly hasMore: boolean;
    });

/** Recomputes a page of the audit trail's seals, from the first on, and names the first that does not hold. */
export async function verify(
  context: Context,
  { cursor, known }: z.infer<typeof VerifyQuery>,
): Promise<z.infer<typeof Verification>> {
  const [after = "0"] = cursor === undefined ? [] : await context.cursors.verify("audit seals", cursor);
  const [number = null, hash = null] = known?.split(":") ?? [];
  const answer = await context.run(
    readsHistory(null),
    query<Answer>(sql`stela.verify_audit(${after}::bigint, ${param.integer(LIMITS.verifiedSeals)}, ${number}::bigint,
      decode(${hash}::text, 'hex'))`),
  );
  if (answer.outcome === "needs_all_containers") {
    throw new DomainError("forbidden", "Only a key that covers every container (*) can verify the audit trail.");
  }
  const { outcome: _, lastSeal, hasMore, ...found } = answer;
  const nextCursor = hasMore ? await context.cursors.sign("audit seals", [String(lastSeal)]) : null;
  return { valid: found.problem === null, ...found, nextCursor };
}
