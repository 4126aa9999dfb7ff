import type { AuditExportQuery } from "@stela/sdk";
import type { AuditSearch } from "../../routes/audit.tsx";

/** The filters of the address as the API knows them. */
export function filtersOf(search: AuditSearch): AuditExportQuery {
  const { container, event: _, follow: __, ...filters } = search;
  return { ...filters, ...(container !== undefined && { containerTag: container }) };
}

export const FILTERS = [
  ["actor", "Actor"],
  ["action", "Action"],
  ["outcome", "Outcome"],
  ["container", "Container"],
  ["customId", "Document"],
  ["session", "Session"],
  ["from", "From"],
  ["to", "Before"],
] as const satisfies readonly (readonly [keyof AuditSearch, string])[];

/** Offered where an action is asked for; any other may be typed. */
export const ACTIONS = [
  "document.create",
  "document.update",
  "document.rename",
  "document.delete",
  "document.restore",
  "session.undo",
  "proposal.create",
  "proposal.approve",
  "proposal.correct",
  "proposal.reject",
  "secret.block",
  "secret.redact",
  "secret.allow",
  "finding.false_positive",
  "finding.reopen",
  "erase.document",
  "erase.prefix",
  "erase.session",
  "erase.container",
  "audit.export",
  "container.settings",
  "organization.settings",
  "key.create",
  "key.rotate",
  "key.revoke",
  "token.create",
  "request.refused",
  "person.sign_in",
] as const;
