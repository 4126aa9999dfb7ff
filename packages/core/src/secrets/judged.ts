import type { Access, Context } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { command, param, type Statement } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import type { ContainerRules } from "./container-rules.ts";
import { type FoundSecret, findSecrets, isInName, redactSent, type SentFinding } from "./screen.ts";
import { builtInScreening, type Screening } from "./screening.ts";

/** The container a write goes to, or the document by whose id the container is found. */
export interface Destination {
  readonly containerTag: string | null;
  readonly id: string | null;
}

/** How a statement says that the container's policy refuses what was found. */
export interface SecretRefusal {
  readonly outcome: "secret_detected";
  readonly findings: readonly (SentFinding & { readonly id: string })[];
}

/** How a statement says that nothing was changed, because the scan has to be made again: with other rules, or without some findings. */
export interface ScreenAgain {
  readonly outcome: "screen";
  readonly rules: ContainerRules | null;
  /** Which of the findings that were sent are harmless, by their place. */
  readonly closed?: readonly number[];
}

/** Settings and marks may change between two rounds, and each time the scan is made again. */
const MOST_ROUNDS = 10;

/** A write as it is with a screening: its statement, and what was found in it. */
export interface ScreenedWrite<Answer> {
  readonly statement: Statement<Answer | ScreenAgain>;
  readonly found: readonly FoundSecret[];
}

/**
 * Runs a write whose text is scanned. One round trip, but for text that holds what a container's own rules look for, which takes a second
 * one with those rules; and text in a container that redacts, where some of what was found is harmless and some is not.
 */
export async function runScreened<Answer extends { readonly outcome: string }>(
  context: Context,
  access: Access,
  write: (screening: Screening) => Promise<ScreenedWrite<Answer>>,
): Promise<Answer> {
  let screening = builtInScreening;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { statement, found } = await write(screening);
    const answer = await context.run<Answer | ScreenAgain>(access, statement);
    if (!isScreenAgain(answer)) return answer;
    screening = nextScreening(screening, answer, found);
  }
  throw tooFast();
}

/**
 * A command whose request is judged by the container's policy where something was found in it. Clean text costs nothing.
 * @param build makes the call from the request, or from the request redacted.
 */
export async function screened<Sent, Answer>(
  context: Context,
  destination: Destination,
  sent: Sent,
  screening: Screening,
  build: (sent: Sent) => SQL,
): Promise<ScreenedWrite<Answer | SecretRefusal>> {
  const found = findSecrets(sent, screening);
  const plain = build(sent);
  if (found.length === 0) return { statement: command(plain), found };
  const redacted = build(redactSent(sent, screening));
  return { statement: command(await judged(context, destination, found, screening, plain, redacted)), found };
}

/** Asks the container first: refuses, or runs the call with the text redacted, or as it is. */
export function judged(
  context: Context,
  { containerTag, id }: Destination,
  found: readonly FoundSecret[],
  screening: Screening,
  plain: SQL,
  redacted: SQL,
): Promise<SQL> {
  return judgedBy(context, param.text(containerTag), found, screening, plain, redacted, param.uuid(id));
}

/** The same, where the container is known to the database alone. */
export async function judgedBy(
  context: Context,
  containerTag: SQL,
  found: readonly FoundSecret[],
  { screenedWith }: Screening,
  plain: SQL,
  redacted: SQL,
  id: SQL = sql`null::uuid`,
): Promise<SQL> {
  const findings = await fingerprinted(context, found);
  return sql`(select case judged.verdict when 'answer' then judged.answer when 'redact' then ${redacted} else ${plain} end
    from stela.judge_findings(${containerTag}, ${id}, ${param.json(findings)}, ${param.text(screenedWith)}) as judged)`;
}

/** A finding as the database judges and keeps it. */
export interface FingerprintedFinding extends SentFinding {
  readonly id: string;
  readonly isName: boolean;
  readonly fingerprint: string;
}

export function fingerprinted(
  context: Pick<Context, "newId" | "fingerprint">,
  found: readonly FoundSecret[],
): Promise<FingerprintedFinding[]> {
  return Promise.all(
    found.map(async ({ secret, ...finding }) => ({
      ...finding,
      id: context.newId(),
      isName: isInName(finding.path),
      fingerprint: await context.fingerprint(secret),
    })),
  );
}

export function isScreenAgain(answer: { readonly outcome: string }): answer is ScreenAgain {
  return answer.outcome === "screen";
}

export function nextScreening(
  screening: Screening,
  { rules, closed = [] }: Omit<ScreenAgain, "outcome">,
  found: readonly FoundSecret[],
): Screening {
  return screening.withRules(rules).without(closed.flatMap((place) => found[place] ?? []));
}

export function tooFast(what = "The container's settings are"): DomainError {
  return new DomainError("unavailable", `${what} changing too fast to be checked for secrets. Try again.`, {
    retryAfterSeconds: 1,
  });
}

/** For what belongs to no container. @throws DomainError `secret_detected` */
export function refuseSecrets(sent: unknown): void {
  const findings = findSecrets(sent, builtInScreening).map(({ secret: _, ...finding }) => finding);
  if (findings.length > 0) throw secretError({ findings });
}

export function secretError({ findings }: { readonly findings: readonly SentFinding[] }): DomainError {
  const [first] = findings;
  const place = first === undefined ? "The text" : `${first.path}, line ${first.line},`;
  return new DomainError("secret_detected", `${place} looks like it contains a secret (${first?.rule}).`, { findings });
}
