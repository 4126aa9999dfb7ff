import { DomainError } from "../errors.ts";
import type { Organization } from "./schema.ts";

export type Answer =
  | { readonly outcome: "done"; readonly organization: Organization }
  | { readonly outcome: "not_covered" };

/** @throws DomainError `forbidden` for a caller that does not cover every container. */
export function toOrganization(answer: Answer): Organization {
  if (answer.outcome === "done") return answer.organization;
  throw new DomainError("forbidden", "Only a key that covers every container may do this.", { reason: "not_covered" });
}
