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
      `insert into stela_people.organizations (id, name, slug) values ($1, $2, $3) on conflict (id) do nothing`,
      [organizationId, name, organizationId],
    );
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

/**
 * Invites the first owner of an organization, whom nobody is there to invite. Null when the person is a member already.
 */
export async function inviteOwner(
  databaseUrl: string,
  organizationId: string,
  email: string,
): Promise<{ readonly id: string /** The part of its link that nobody can guess. */; readonly secret: string } | null> {
  const client = new Client({ connectionString: withCheckedTls(databaseUrl), connectionTimeoutMillis: 15_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; secret: string }>(
      `insert into stela_people.invitations (id, organization_id, email, role, status, expires_at)
       select gen_random_uuid(), $1, $2, 'owner', 'pending', now() + interval '7 days'
       where not exists (
         select from stela_people.members as m join stela_people.users as u on u.id = m.user_id
         where m.organization_id = $1 and u.email = $2
       ) returning id, secret`,
      [organizationId, email.toLowerCase()],
    );
    return rows[0] ?? null;
  } finally {
    await client.end();
  }
}
