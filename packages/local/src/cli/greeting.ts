import type { DevFile } from "../stack/state-folder.ts";

/** What a person who just started the stack needs to know. */
export function greeting({ apiUrl, apiKey, dashboardUrl, databaseUrl, email, password }: DevFile): string {
  return `
Stela is running.

  API        ${apiUrl}   (reference: ${apiUrl}/docs)
  API key    ${apiKey}
  Dashboard  ${dashboardUrl}
  Sign-in    ${email}   ${password}   (for the dashboard)
  Database   ${databaseUrl}

Try it:

  curl ${apiUrl}/v1/containers -H 'Authorization: Bearer ${apiKey}'

All of this is in .stela/dev.json too. Ctrl-C stops everything; the data stays in .stela.

`;
}
