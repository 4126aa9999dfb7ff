import type { Context } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import { mint } from "./mint.ts";
import type { CreatedKey } from "./schema.ts";

/** Makes a key with the rights and the expiry of another, which still works for `overlapSeconds`. The caller has to have them all. */
export function rotate(context: Context, keyId: string, overlapSeconds: number): Promise<CreatedKey> {
  return mint(
    context,
    ({ id, salt, hash, prefix }) => sql`stela.rotate_key(${param.uuid(keyId)}, ${id}, ${salt}, ${hash}, ${prefix},
      ${param.integer(overlapSeconds)}, ${param.integer(LIMITS.ownOverlapSeconds)})`,
  );
}
