import { DomainError } from "@stela/core/errors";

/** Writes one structured line for a failure of ours: never content, keys, query text or what the database said of a row. */
export function logFailure(error: unknown, requestId: string, route: string): void {
  const isExpected = error instanceof DomainError && error.code !== "internal" && error.code !== "unavailable";
  if (isExpected) return;
  const cause = error instanceof DomainError ? error.cause : error;
  const sqlState = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  const name = cause instanceof Error ? cause.name : typeof cause;
  // biome-ignore lint/suspicious/noConsole: the platform's log is the console.
  console.error(JSON.stringify({ level: "error", requestId, route, error: name, sqlState }));
}
