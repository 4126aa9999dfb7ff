import { type Context, managesKeys } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { command, param } from "../db/statement.ts";
import { hashKey, keyPrefix, keyShard } from "../keys.ts";
import { type GrantRefusal, type KeyRefusal, keyRefusalError } from "./refusal.ts";
import type { ApiKey, CreatedKey } from "./schema.ts";

/** What a statement is given of a key that is to be: everything but its text. */
interface Minted {
  readonly id: SQL;
  readonly salt: SQL;
  readonly hash: SQL;
  readonly prefix: SQL;
}

type Answer = { readonly outcome: "done"; readonly salt: string; readonly key: ApiKey } | KeyRefusal | GrantRefusal;

/**
 * Makes a key by a statement that stores its hash. The text is made again from what the statement answers, so that a repeated
 * request, whose statement answers with the first one's id and salt, is answered with the first one's key.
 */
export async function mint(context: Context, statement: (minted: Minted) => SQL): Promise<CreatedKey> {
  const [id, salt] = [context.newId(), context.credentials.newSalt()];
  const text = await context.credentials.key(id, salt);
  const minted = {
    id: param.uuid(id),
    salt: param.text(salt),
    hash: sql`${`\\x${await hashKey(text)}`}::bytea`,
    prefix: param.text(keyPrefix(text)),
  };
  const answer = await context.run(managesKeys, command<Answer>(statement(minted)));
  if (answer.outcome !== "done") throw keyRefusalError(answer);
  const { id: keptId, prefix } = answer.key;
  return { key: await context.credentials.key(keptId, answer.salt, keyShard(prefix)), ...answer.key };
}
