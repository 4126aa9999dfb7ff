import type { Access } from "../context.ts";
import type { Caller, SendTransaction } from "../db/run.ts";
import type { DomainError } from "../errors.ts";

/** Refusals that the database makes by failing, so that their own transaction can note nothing. */
const NOTED: ReadonlySet<string> = new Set(["forbidden", "not_found", "idempotency_mismatch"]);

export function isNotedAfterwards({ code }: DomainError): boolean {
  return NOTED.has(code);
}

/** Notes a refusal in the audit trail of the key's organization: code, scope and container, never content. */
export async function noteRefusal(
  send: SendTransaction,
  { keyHash, session, request }: Caller,
  { code }: DomainError,
  { scope, containerTag }: Access,
): Promise<void> {
  const text = "select stela.note_refusal($1::bytea, $2::text, $3::text, $4::text, $5::jsonb)";
  await send([{ text, params: [`\\x${keyHash}`, containerTag, session, request, JSON.stringify({ code, scope })] }]);
}
