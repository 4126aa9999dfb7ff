import { fold } from "./terms.ts";

/** A fact's customId is this and its key. */
export const FACT_PREFIX = "fact:";

/** The key of a fact that came without one: the same for the same category and text, whatever its case, width and spacing. */
export async function deriveKey(category: string, content: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${category}\n${fold(content)}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 10), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A key that says nothing. */
export function isDerivedKey(key: string): boolean {
  return /^[0-9a-f]{20}$/.test(key);
}
