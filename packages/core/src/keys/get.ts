import { type Context, managesKeys } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { keyRefusalError } from "./refusal.ts";
import type { ApiKey } from "./schema.ts";

export async function get(context: Context, keyId: string): Promise<ApiKey> {
  const found = await context.run(managesKeys, query<ApiKey | null>(sql`stela.get_key(${param.uuid(keyId)})`));
  if (found === null) throw keyRefusalError({ outcome: "missing" });
  return found;
}
