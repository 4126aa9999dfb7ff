import type { Scope } from "@stela/sdk";

/** What each scope lets a key do, for whoever chooses. None implies another. */
export const SCOPES: Readonly<Record<Scope, string>> = {
  "documents:read": "Read and list documents",
  "documents:write": "Write, edit, rename and delete documents, and decide proposals; history stays",
  "documents:propose": "Propose changes, which wait until a person approves them",
  "history:read": "Read the history, the audit trail and what was found of secrets",
  erase: "Erase for good, history and all",
  keys: "Make, rotate and revoke keys, and make tokens",
  admin: "Change policies, quotas and false positives, and read usage",
};
