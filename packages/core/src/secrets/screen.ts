import { type SQL, sql } from "../db/sql.ts";
import { command, param, type Statement } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { redactSecrets } from "./redact.ts";
import { scanForSecrets } from "./scan.ts";

/** A finding and where it stands in what was sent: a JSON path, and the line of the text there. Never the text. */
export interface SentFinding {
  readonly path: string;
  readonly rule: string;
  readonly name: string;
  readonly line: number;
}

/** The container a write goes to, or the document by whose id the container is found. */
export interface Destination {
  readonly containerTag: string | null;
  readonly id: string | null;
}

/** How a statement says that the container's policy refuses what was found. */
export interface SecretRefusal {
  readonly outcome: "secret_detected";
}

/** Members that name things: a redacted name would be another name, so a secret in one is refused unless secrets are allowed. */
const NAMES: ReadonlySet<string> = new Set(["customId", "key", "from", "to", "path"]);

/** Members that are looked for, not stored: a secret has to be nameable to be edited out. */
const LOOKED_FOR: ReadonlySet<string> = new Set(["oldStr", "from"]);

/** Every secret in the strings of a request that are about to be stored, whatever their place. */
export function findSecrets(sent: unknown): SentFinding[] {
  const findings: SentFinding[] = [];
  walk(sent, "", (path, text) => {
    for (const { rule, name, line } of scanForSecrets(text)) findings.push({ path, rule, name, line });
    return text;
  });
  return findings;
}

/** The same request with each secret as `[redacted:<rule>]`. */
export function redactSent<Sent>(sent: Sent): Sent {
  return walk(sent, "", (_path, text) => redactSecrets(text, scanForSecrets(text))) as Sent;
}

/**
 * A command whose request is judged by the container's policy where something was found in it. Clean text costs nothing.
 * @param build makes the call from the request, or from the request redacted.
 */
export function screened<Sent, Answer>(
  destination: Destination,
  sent: Sent,
  build: (sent: Sent) => SQL,
): { readonly statement: Statement<Answer | SecretRefusal>; readonly findings: readonly SentFinding[] } {
  const findings = findSecrets(sent);
  if (findings.length === 0) return { statement: command(build(sent)), findings };
  return { statement: command(judged(destination, findings, build(sent), build(redactSent(sent)))), findings };
}

/** Asks the policy first: refuses, or runs the call with the text redacted, or as it is. */
export function judged(destination: Destination, findings: readonly SentFinding[], plain: SQL, redacted: SQL): SQL {
  return judgedBy(param.text(destination.containerTag), findings, plain, redacted, param.uuid(destination.id));
}

/** The same, where the container is known to the database alone. */
export function judgedBy(
  containerTag: SQL,
  findings: readonly SentFinding[],
  plain: SQL,
  redacted: SQL,
  id: SQL = sql`null::uuid`,
): SQL {
  const isInName = findings.some(({ path }) => namesSomething(path));
  return sql`case stela.judge_secrets(${containerTag}, ${id}, ${param.json(findings)}, ${param.boolean(isInName)})
    when 'block' then json_build_object('outcome', 'secret_detected') when 'redact' then ${redacted} else ${plain} end`;
}

export function secretError(findings: readonly SentFinding[]): DomainError {
  const [first] = findings;
  const place = first === undefined ? "The text" : `${first.path}, line ${first.line},`;
  return new DomainError("secret_detected", `${place} looks like it contains a secret (${first?.rule}).`, { findings });
}

/** The last step of the path is a name, or a key of `metadata`. */
function namesSomething(path: string): boolean {
  return path.endsWith("}") || NAMES.has(path.replace(/^.*\./, ""));
}

function walk(value: unknown, path: string, visit: (path: string, text: string) => string): unknown {
  if (typeof value === "string") return visit(path === "" ? "$" : path, value);
  if (Array.isArray(value)) return value.map((item, index) => walk(item, `${path}[${index}]`, visit));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      // A key is ours or the caller's: either way it stays as it is, and a secret in it is a secret in a name.
      visit(`${path}{key}`, key);
      const place = path === "" ? key : `${path}.${key}`;
      return [key, LOOKED_FOR.has(key) ? member : walk(member, place, visit)];
    }),
  );
}
