import { DomainError } from "../errors.ts";

/** Our own SQLSTATEs, raised by the functions in `db/functions`. */
const OURS: Readonly<Record<string, (detail: string) => DomainError>> = {
  ST401: () => new DomainError("unauthorized", "The API key or token is not valid."),
  ST403: (scope) => new DomainError("forbidden", `The API key lacks the scope ${scope}.`, { missingScope: scope }),
  ST404: () => new DomainError("not_found", "There is no such container for this API key."),
  STORI: () =>
    new DomainError("forbidden", "The organization does not allow pages of this origin.", {
      reason: "origin_not_allowed",
    }),
  ST422: () =>
    new DomainError(
      "idempotency_mismatch",
      "This Idempotency-Key was used before with another request. Use a new key.",
    ),
};

/**
 * SQLSTATE classes and codes after which the same request may succeed: connections (08), resources (53), shutdown and time-outs
 * (57), deadlock and serialization (40), a lock that was not had in time (55P03).
 */
const TRANSIENT = /^(08|40|53|57|55P03)/;

/** A write in a transaction that the authentication made read-only. */
const READ_ONLY = "25006";
const QUERY_CANCELED = "57014";

/**
 * Tells a database failure by its SQLSTATE, never by its text. What has none did not come from Postgres: it was not reached.
 * @param atLength of a statement that had the long time: one that took all of it would take it again.
 */
export function translateFailure(error: unknown, atLength = false): DomainError {
  const { code, detail } = failureFields(error);
  if (code !== null) {
    const ours = OURS[code];
    if (ours !== undefined) return ours(detail ?? "");
    if (code === QUERY_CANCELED && atLength) {
      const tooLong =
        "This takes too long for one transaction, and nothing was changed. Do it in parts, by prefix or by session.";
      return new DomainError("too_large", tooLong, { reason: "takes_too_long" }, { cause: error });
    }
    if (code === READ_ONLY) {
      const moving = "The organization is being moved: it can be read, and written again soon.";
      return new DomainError("unavailable", moving, { retryAfterSeconds: 5 }, { cause: error });
    }
    if (!TRANSIENT.test(code)) return new DomainError("internal", "Something went wrong here.", {}, { cause: error });
  }
  return new DomainError(
    "unavailable",
    "The database cannot be reached just now. Try again.",
    { retryAfterSeconds: 1 },
    { cause: error },
  );
}

/** What the caller is not told: a key that was revoked or has expired gets the same answer. */
export function isUnknownKey(error: unknown): boolean {
  const { code, detail } = failureFields(error);
  return code === "ST401" && detail === "unknown";
}

/** The organization lives in another shard than the one that was asked, which did nothing. */
export class OrganizationMoved extends Error {
  readonly shard: string;

  constructor(shard: string) {
    super("The organization has moved");
    this.shard = shard;
  }
}

/** @throws OrganizationMoved where that is what a failure says. */
export function followMove(error: unknown): void {
  const { code, detail } = failureFields(error);
  if (code === "ST307" && detail !== null) throw new OrganizationMoved(detail);
}

function failureFields(error: unknown): { code: string | null; detail: string | null } {
  if (typeof error !== "object" || error === null) return { code: null, detail: null };
  const { code, detail } = error as { code?: unknown; detail?: unknown };
  return {
    code: typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null,
    detail: typeof detail === "string" ? detail : null,
  };
}
