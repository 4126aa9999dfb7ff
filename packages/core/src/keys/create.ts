import type * as z from "zod";
import type { Context } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param } from "../db/statement.ts";
import { refuseSecrets } from "../secrets/judged.ts";
import { mint } from "./mint.ts";
import type { CreatedKey, NewKeyBody } from "./schema.ts";

/** Makes a key that may do no more than its maker, in no more containers and for no longer. */
export async function create(
  context: Context,
  { name, scopes, containers, expiresAt }: z.infer<typeof NewKeyBody>,
): Promise<CreatedKey> {
  refuseSecrets({ name });
  return mint(
    context,
    ({ id, salt, hash, prefix }) => sql`stela.create_key(${id}, ${salt}, ${hash}, ${prefix}, ${param.text(name)},
      ${param.texts(scopes)}, ${param.texts(containers)}, ${expiresAt ?? null}::timestamptz)`,
  );
}
