import type { Access } from "../context.ts";
import type { Caller, SendTransaction } from "../db/run.ts";
import type { DomainError } from "../errors.ts";
import type { TokenClaims } from "../token.ts";

/** Refusals that the database makes by failing, so that their own transaction can note nothing. */
const NOTED: ReadonlySet<string> = new Set(["forbidden", "not_found", "idempotency_mismatch"]);

export function isNotedAfterwards({ code }: DomainError): boolean {
  return NOTED.has(code);
}

/** Notes a refusal in the audit trail of the caller's organization: code, scope and container, never content. */
export async function noteRefusal(
  send: SendTransaction,
  { credential, session, request }: Caller,
  { code }: DomainError,
  { scope, containerTag }: Access,
): Promise<void> {
  const text = "select stela.note_refusal($1::bytea, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::jsonb)";
  const [hash, keyId, actor] =
    credential.kind === "key"
      ? [`\\x${credential.hash}`, null, null]
      : [null, credential.claims.keyId, actorOf(credential.claims)];
  await send([{ text, params: [hash, keyId, actor, containerTag, session, request, JSON.stringify({ code, scope })] }]);
}

function actorOf({ person, tokenId }: TokenClaims): string {
  return person === null ? `token:${tokenId}` : `person:${person}`;
}
