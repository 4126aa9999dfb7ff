import type { Scope } from "./keys.ts";
import { equalInConstantTime, fromBase64Url, hmacSha256, toBase64Url } from "./signature.ts";

const PREFIX = "stt_";

/** What a token says of who holds it: less than its key may do, for a while. Times are RFC 3339. */
export interface TokenGrant {
  readonly tokenId: string;
  readonly keyId: string;
  /** Whom it acts for; null for a program, such as a browser or a sandbox. */
  readonly person: string | null;
  readonly scopes: readonly Scope[];
  readonly containers: readonly string[];
  readonly expiresAt: string;
}

/** What is signed: the grant, and the database that its organization lives in. */
export interface TokenClaims extends TokenGrant {
  readonly shard: string;
}

export function isToken(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** `stt_<claims>.<HMAC-SHA-256>`, both in base64url. */
export async function signToken(secret: string, claims: TokenClaims): Promise<string> {
  const payload = toBase64Url(new TextEncoder().encode(JSON.stringify(claims)));
  return `${PREFIX}${payload}.${await signature(secret, payload)}`;
}

/** Its claims, or null for a text that was not signed with this secret, or is past its time. The key behind it is not looked at. */
export async function verifyToken(secret: string, text: string, nowMs: number): Promise<TokenClaims | null> {
  const [payload = "", signed = "", ...rest] = text.slice(PREFIX.length).split(".");
  if (rest.length > 0 || !equalInConstantTime(signed, await signature(secret, payload))) return null;
  const claims = JSON.parse(fromBase64Url(payload)) as TokenClaims;
  return Date.parse(claims.expiresAt) > nowMs ? claims : null;
}

/** The prefix keeps a token's signature from being that of anything else signed with the secret. */
async function signature(secret: string, payload: string): Promise<string> {
  return toBase64Url(await hmacSha256(secret, PREFIX + payload));
}
