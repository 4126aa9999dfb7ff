import { DomainError, invalid } from "../errors.ts";
import { LIMITS } from "../limits.ts";

/** Why rights cannot be given away. */
export type GrantRefusal =
  | { readonly outcome: "lacks_container" | "expires_in_past" | "outlives_maker" }
  | { readonly outcome: "lacks_scope"; readonly scope: string };

/** Why a key was not changed. */
export type KeyRefusal =
  | { readonly outcome: "missing" | "last_key" | "overlap_too_short" }
  | { readonly outcome: "not_live"; readonly reason: "revoked" | "replaced" | "expired" };

/** A container that the caller does not cover is answered as one that is not there: nobody learns which tags others have. */
export function grantRefusalError(refusal: GrantRefusal): DomainError {
  switch (refusal.outcome) {
    case "lacks_container":
      return new DomainError("not_found", "There is no such container for this API key.");
    case "lacks_scope":
      return new DomainError("forbidden", `The API key lacks the scope ${refusal.scope}, so it cannot give it away.`, {
        missingScope: refusal.scope,
      });
    case "expires_in_past":
      return invalid("expiresAt", "must be in the future");
    case "outlives_maker":
      return new DomainError("forbidden", "A key cannot live longer than the one that makes it.", {
        reason: "outlives_maker",
      });
  }
}

export function keyRefusalError(refusal: KeyRefusal | GrantRefusal): DomainError {
  switch (refusal.outcome) {
    case "missing":
      return new DomainError("not_found", "There is no such API key.");
    case "last_key":
      return new DomainError(
        "conflict",
        "This is the last key that can make keys for its containers. Rotate it, or make another first.",
        { reason: "last_key" },
      );
    case "overlap_too_short":
      return invalid("overlapSeconds", `must be at least ${LIMITS.ownOverlapSeconds} when a key rotates itself`);
    case "not_live":
      return new DomainError("conflict", `The key is ${refusal.reason}, so it cannot be rotated.`, {
        reason: refusal.reason,
      });
    default:
      return grantRefusalError(refusal);
  }
}
