import { type Context, managesKeys } from "../context.ts";
import { sql } from "../db/sql.ts";
import { command, param } from "../db/statement.ts";
import { type KeyRefusal, keyRefusalError } from "./refusal.ts";
import type { ApiKey } from "./schema.ts";

/** Revokes a key and, with it, its tokens: the next request with one is refused. Once revoked, a key stays as it is. */
export async function revoke(context: Context, keyId: string): Promise<ApiKey> {
  const answer = await context.run(
    managesKeys,
    command<{ readonly outcome: "done"; readonly key: ApiKey } | KeyRefusal>(
      sql`stela.revoke_key(${param.uuid(keyId)})`,
    ),
  );
  if (answer.outcome !== "done") throw keyRefusalError(answer);
  return answer.key;
}
