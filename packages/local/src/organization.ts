import { hashKey, keyPrefix, SCOPES, type Scope } from "@stela/core/keys";
import { Client } from "pg";
import { withCheckedTls } from "./connection-string.ts";
import { newId } from "./new-id.ts";

export interface FirstOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly apiKey: string;
  /** What made it, for the key's record. */
  readonly createdBy: string;
  /** Of the key: all of them unless told otherwise. */
  readonly scopes?: readonly Scope[];
}

/**
 * Makes an organization and its key, with every scope in every container, when the database lacks them. Returns whether nothing was
 * ever written in it: its history would tell.
 */
export async function createOrganization(
  databaseUrl: string,
  { organizationId, name, apiKey, createdBy, scopes = SCOPES }: FirstOrganization,
): Promise<boolean> {
  const client = new Client({ connectionString: withCheckedTls(databaseUrl), connectionTimeoutMillis: 15_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin");
    // An owner may be under row-level security, and the event of the new key names who made it.
    await client.query("select set_config('app.org_id', $1, true), set_config('app.actor', 'system:bootstrap', true)", [
      organizationId,
    ]);
    await client.query("insert into stela.organizations (id, name) values ($1, $2) on conflict (id) do nothing", [
      organizationId,
      name,
    ]);
    await client.query(
      `with made as (
         insert into stela.api_keys (id, org_id, name, prefix, hash, scopes, created_by)
         values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7) on conflict (hash) do nothing returning *
       )
       select stela.append_audit('key.create', 'done', null, jsonb_build_object('keyId', id, 'prefix', prefix,
         'scopes', to_jsonb(scopes), 'containers', to_jsonb(containers))) from made`,
      [newId(), organizationId, name, keyPrefix(apiKey), await hashKey(apiKey), scopes, createdBy],
    );
    const history = await client.query("select from stela.revisions where org_id = $1 limit 1", [organizationId]);
    await client.query("commit");
    return history.rowCount === 0;
  } finally {
    await client.end();
  }
}
