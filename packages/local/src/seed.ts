import { SCOPES, type Scope } from "@stela/core/keys";
import { LocalStackError } from "./local-stack-error.ts";
import { createOrganization } from "./organization.ts";
import type { Secrets } from "./stack/state-folder.ts";

const CONTAINER = "claude_memory";

const DOCUMENTS: Readonly<Record<string, string>> = {
  "/memories/welcome.md":
    "# Welcome\n\nThis is what an agent wrote for its next run. Read it, correct it or erase it here; the agent sees the change at once.\n",
  "/memories/project/decisions.md":
    "# Decisions\n\n- 2026-03-02: Postgres is the only store.\n- 2026-03-09: Every change leaves a revision.\n",
  "/memories/project/open-questions.md": "- Which region do we start in?\n- 谁负责备份？\n",
};

/** Makes an organization and its key, with every scope unless told otherwise. Returns whether nothing was ever written in it. */
export function seedOrganization(
  databaseUrl: string,
  { organizationId, apiKey }: Pick<Secrets, "organizationId" | "apiKey">,
  scopes: readonly Scope[] = SCOPES,
): Promise<boolean> {
  return createOrganization(databaseUrl, { organizationId, name: "Demo", apiKey, createdBy: "npm start", scopes });
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
