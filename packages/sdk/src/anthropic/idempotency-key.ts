/**
 * The idempotency key of one tool call: the same when the call is run again, in this process or another, and another one when
 * the id is reused for another command or container. `command` is in canonical form.
 */
export async function idempotencyKey(toolUseId: string, containerTag: string, command: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([toolUseId, containerTag, command]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return /^[\w-]{1,128}$/.test(toolUseId) ? `${toolUseId}.${hex}` : `tool.${hex}`;
}

/** The same JSON value with its members in order of name: a history that was stored as `jsonb` comes back in another order. */
export function canonicalJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalJson);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonicalJson(member)]));
}
