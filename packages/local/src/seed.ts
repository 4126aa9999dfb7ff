import { hashKey, keyPrefix, SCOPES, type Scope } from "@stela/core/keys";
import { Client } from "pg";
import { withCheckedTls } from "./connection-string.ts";
import { LocalStackError } from "./local-stack-error.ts";
import { newId } from "./new-id.ts";
import type { Secrets } from "./stack/state-folder.ts";

const CONTAINER = "claude_memory";

const DOCUMENTS: Readonly<Record<string, string>> = {
  "/memories/welcome.md":
    "# Welcome\n\nThis is what an agent wrote for its next run. Read it, correct it or erase it here; the agent sees the change at once.\n",
  "/memories/project/decisions.md":
    "# Decisions\n\n- 2026-03-02: Postgres is the only store.\n- 2026-03-09: Every change leaves a revision.\n",
  "/memories/project/open-questions.md": "- Which region do we start in?\n- 谁负责备份？\n",
};

/**
 * Makes an organization and its key, with every scope unless told otherwise, when the database lacks them. Returns whether
 * nothing was ever written in it: its history would tell.
 */
export async function seedOrganization(
  databaseUrl: string,
  { organizationId, apiKey }: Pick<Secrets, "organizationId" | "apiKey">,
  scopes: readonly Scope[] = SCOPES,
): Promise<boolean> {
  const client = new Client({ connectionString: withCheckedTls(databaseUrl) });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.org_id', $1, true)", [organizationId]); // An owner may be under row-level security.
    await client.query("insert into stela.organizations (id, name) values ($1, 'Demo') on conflict (id) do nothing", [
      organizationId,
    ]);
    await client.query(
      `insert into stela.api_keys (id, org_id, name, prefix, hash, scopes, created_by)
       values ($1, $2, 'Demo', $3, decode($4, 'hex'), $5, 'npm start') on conflict (hash) do nothing`,
      [newId(), organizationId, keyPrefix(apiKey), await hashKey(apiKey), scopes],
    );
    const history = await client.query("select from stela.revisions where org_id = $1 limit 1", [organizationId]);
    await client.query("commit");
    return history.rowCount === 0;
  } finally {
    await client.end();
  }
}

/** Writes the demo documents through the API, as an agent would. A document that is there already is left alone. */
export async function seedDocuments(apiUrl: string, apiKey: string): Promise<void> {
  for (const [customId, content] of Object.entries(DOCUMENTS)) {
    const response = await fetch(`${apiUrl}/v1/containers/${CONTAINER}/documents/${encodeURIComponent(customId)}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", "if-none-match": "*" },
      body: JSON.stringify({ content }),
    });
    const answer = await response.text();
    if (response.ok || response.status === 412) continue;
    throw new LocalStackError(`The API refused the demo document ${customId}: ${response.status} ${answer}`);
  }
}
