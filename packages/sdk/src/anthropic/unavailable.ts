/**
 * What the model is told when the memory service failed: no address, key or stack. "Nothing was changed" is said only where it
 * is known. A write whose answer was lost on the way, after every retry with its idempotency key, may have been made, and a
 * model that is told otherwise would make it twice or report a loss that did not happen.
 */
export function unavailable(error: unknown): string {
  const failure: Failure = typeof error === "object" && error !== null ? error : {};
  // A call whose key is taken has run before, with an answer that is not to be had any more.
  const outcome =
    failure.mayHaveApplied || failure.code === "idempotency_mismatch"
      ? "It is not known whether the change was made. View the path before you try again."
      : "Nothing was changed.";
  return `Error: The memory service is unavailable (${reasonOf(failure)}). ${outcome}`;
}

/** A `StelaError`, by its members: a client from the other build of this package has other classes. */
interface Failure {
  readonly name?: unknown;
  readonly status?: unknown;
  readonly code?: unknown;
  readonly mayHaveApplied?: unknown;
}

function reasonOf({ name, status, code }: Failure): string {
  if (code === "quota_exceeded") return "quota exceeded";
  if (typeof status === "number") return status >= 500 ? "server error" : (BY_STATUS.get(status) ?? "refused");
  return BY_NAME.get(name) ?? "invalid request";
}

const BY_NAME: ReadonlyMap<unknown, string> = new Map([
  ["TimeoutError", "timeout"],
  ["ConnectionError", "network"],
  ["AbortError", "cancelled"],
]);

const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not found"],
  [408, "timeout"],
  [413, "request too large"],
  [429, "rate limited"],
]);
