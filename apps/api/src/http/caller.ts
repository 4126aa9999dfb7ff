import type { Credential } from "@stela/core/db/run";
import { DomainError, invalid } from "@stela/core/errors";
import { toHex } from "@stela/core/hex";
import { hashKey, isWellFormedKey, keyShard } from "@stela/core/keys";
import { LIMITS } from "@stela/core/limits";
import { isToken, verifyToken } from "@stela/core/token";

/** A credential, and what is told of it before the database is asked. */
export interface ShownCredential {
  readonly credential: Credential;
  /** SHA-256 of its text, in hexadecimal. */
  readonly hash: string;
  /** The database that its organization lives in. */
  readonly shard: string;
}

/**
 * Reads the key or the token.
 * @throws DomainError `unauthorized` without a query when there is none, a key's checksum is wrong, or a token was not signed here
 * or is past its time.
 */
export async function readCredential(headers: Headers, signingSecret: string, nowMs: number): Promise<ShownCredential> {
  const text = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (text === undefined) throw new DomainError("unauthorized", "Send an API key: Authorization: Bearer stl_…");
  if (isWellFormedKey(text)) {
    const hash = await hashKey(text);
    return { credential: { kind: "key", hash }, hash, shard: keyShard(text) };
  }
  const claims = isToken(text) ? await verifyToken(signingSecret, text, nowMs) : null;
  if (claims === null) throw new DomainError("unauthorized", "The API key or token is not valid.");
  return { credential: { kind: "token", claims }, hash: await hashKey(text), shard: claims.shard };
}

/** A short label from a header (the session, the model), or null. */
export function readLabel(headers: Headers, name: string): string | null {
  const value = headers.get(name);
  if (value === null) return null;
  if (value === "" || value.length > LIMITS.sessionCharacters) {
    throw invalid(name, `must have 1 to ${LIMITS.sessionCharacters} characters`);
  }
  return value;
}

/**
 * The Idempotency-Key and what it stands for: the method, the target and the body. Preconditions are not part of it: a program that
 * starts anew may have forgotten the version it asked for, and still gets the answer it missed.
 * @throws DomainError `validation_failed` for a key that is empty or too long.
 */
export async function readIdempotency(
  request: Request,
  body: Uint8Array,
): Promise<{ readonly key: string; readonly fingerprint: string } | null> {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (key === "" || key.length > LIMITS.idempotencyKeyCharacters) {
    throw invalid("Idempotency-Key", `must have 1 to ${LIMITS.idempotencyKeyCharacters} characters`);
  }
  const { pathname, search } = new URL(request.url);
  const head = [request.method, pathname + search];
  const prefix = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const whole = new Uint8Array(prefix.length + body.length);
  whole.set(prefix);
  whole.set(body, prefix.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return { key, fingerprint: toHex(digest) };
}
