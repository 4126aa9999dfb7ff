import type { Finding } from "./scan.ts";

/** Puts `[redacted:<rule>]` where each finding stands. `findings` are those of `scanForSecrets(text)`: sorted, not overlapping. */
export function redactSecrets(text: string, findings: readonly Finding[]): string {
  let redacted = "";
  let kept = 0;
  for (const { rule, start, end } of findings) {
    redacted += `${text.slice(kept, start)}[redacted:${rule}]`;
    kept = end;
  }
  return redacted + text.slice(kept);
}
