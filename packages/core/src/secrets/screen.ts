import { redactSecrets } from "./redact.ts";
import type { Finding } from "./scan.ts";
import type { Screening } from "./screening.ts";

/** A finding and where it stands in what was sent: a JSON path, and the line of the text there. Never the text. */
export interface SentFinding {
  readonly path: string;
  readonly rule: string;
  readonly name: string;
  readonly line: number;
}

/** A finding with the text that was found, which must go no further than to be fingerprinted. */
export interface FoundSecret extends SentFinding {
  readonly secret: string;
}

/** Members that name things: a redacted name would be another name, so a secret in one is refused unless secrets are allowed. */
const NAMES: ReadonlySet<string> = new Set(["customId", "key", "from", "to", "path"]);

/** Members that are looked for, not stored: a secret has to be nameable to be edited out. */
const LOOKED_FOR: ReadonlySet<string> = new Set(["oldStr", "from"]);

/** Every secret in the strings of a request that are about to be stored, whatever their place. */
export function findSecrets(sent: unknown, screening: Screening): FoundSecret[] {
  const found: FoundSecret[] = [];
  walk(sent, "", screening, (path, text) => {
    for (const finding of screening.scan(text)) found.push(foundIn(text, finding, path));
    return text;
  });
  return found;
}

export function foundIn(text: string, { rule, name, line, start, end }: Finding, path: string): FoundSecret {
  return { path, rule, name, line, secret: text.slice(start, end) };
}

/** The same request with each secret as `[redacted:<rule>]`. */
export function redactSent<Sent>(sent: Sent, screening: Screening): Sent {
  return walk(sent, "", screening, (_path, text) => redactSecrets(text, screening.scan(text))) as Sent;
}

/** The last step of the path is a name, or a key of `metadata`. */
export function isInName(path: string): boolean {
  return path.endsWith("}") || NAMES.has(path.replace(/^.*\./, ""));
}

function walk(
  value: unknown,
  path: string,
  screening: Screening,
  visit: (path: string, text: string) => string,
): unknown {
  if (typeof value === "string") return visit(path === "" ? "$" : path, value);
  if (Array.isArray(value)) return value.map((item, index) => walk(item, `${path}[${index}]`, screening, visit));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      // A key is ours or the caller's: either way it stays as it is, and a secret in it is a secret in a name.
      visit(`${path}{key}`, key);
      const step = redactSecrets(key, screening.scan(key));
      const place = path === "" ? step : `${path}.${step}`;
      return [key, LOOKED_FOR.has(key) ? member : walk(member, place, screening, visit)];
    }),
  );
}
