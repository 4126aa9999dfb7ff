import type * as z from "zod";
import { type Context, writes } from "../context.ts";
import { sql } from "../db/sql.ts";
import { command, param, type Statement } from "../db/statement.ts";
import { type Refusal, refusalError } from "../documents/refusal.ts";
import { type StoredDocument, toDocument } from "../documents/stored.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { nextScreening, type ScreenAgain } from "../secrets/judged.ts";
import type { SentFinding } from "../secrets/screen.ts";
import { builtInScreening, type Screening } from "../secrets/screening.ts";
import { type Basis, NOTHING_KNOWN, planFacts, type Step } from "./plan.ts";
import { type PreparedFact, prepareFacts } from "./prepare.ts";
import { detailOf } from "./reasons.ts";
import type { FactsBody, Remembered, RememberedFact } from "./schema.ts";
import { termsOf } from "./terms.ts";

interface StoredResult {
  readonly outcome: RememberedFact["outcome"];
  readonly reason: RememberedFact["reason"];
  readonly document: StoredDocument | null;
  readonly superseded: readonly { readonly id: string; readonly customId: string; readonly version: number | null }[];
  readonly proposalId: string | null;
  readonly findings: readonly (SentFinding & { readonly id: string })[];
}

export type RememberAnswer<Beside> =
  | { readonly outcome: "done"; readonly results: readonly StoredResult[]; readonly beside: Beside }
  | { readonly outcome: "refused"; readonly index: number; readonly refusal: Refusal };

type Answer =
  | RememberAnswer<unknown>
  | ({ readonly outcome: "judge"; readonly screen: Omit<ScreenAgain, "outcome"> } & Basis);

/** Each try that meets other facts than it was judged by was overtaken by a writer who got on. */
const MOST_TRIES = 32;

/**
 * Remembers facts in order, in one transaction. Where nothing alike is known this is one round trip. Otherwise the first tells what is
 * known, and the second applies what was judged by it, if it still is what is known; alone in the container, so no two meet. The same
 * goes for secrets: the first try looks for them by the built-in rules, and is told of the container's own and of what is harmless.
 */
export async function remember(context: Context, body: z.infer<typeof FactsBody>): Promise<z.infer<typeof Remembered>> {
  const { results } = await rememberBeside(context, body, null);
  return { results };
}

/** The same with something that is kept beside the answer under the request's Idempotency-Key, and given back with it. */
export async function rememberBeside<Beside>(
  context: Context,
  { containerTag, facts }: z.infer<typeof FactsBody>,
  beside: Beside,
  firstScreening = builtInScreening,
): Promise<z.infer<typeof Remembered> & { readonly beside: Beside }> {
  let screening = firstScreening;
  let prepared = await prepareFacts(context, facts, screening);
  let basis = NOTHING_KNOWN;
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const steps = planFacts(prepared, basis, context.newId);
    const answer = await context.run(
      writes(containerTag),
      rememberStatement(containerTag, prepared, basis, steps, screening, beside),
    );
    if (answer.outcome !== "judge") return rememberedOf(answer as RememberAnswer<Beside>);
    basis = answer;
    const found = prepared.flatMap((each) => each.found);
    const next = nextScreening(screening, answer.screen, found);
    if (next !== screening) prepared = await prepareFacts(context, facts, next);
    screening = next;
  }
  throw new DomainError("unavailable", "The facts of the container are changing too fast. Try again.", {
    retryAfterSeconds: 1,
  });
}

/** What an answer says. @throws DomainError */
export function rememberedOf<Beside>(
  answer: RememberAnswer<Beside>,
): z.infer<typeof Remembered> & { readonly beside: Beside } {
  if (answer.outcome === "refused") throw refusedFact(answer.index, answer.refusal);
  return { results: answer.results.map(toResult), beside: answer.beside };
}

function rememberStatement(
  containerTag: string,
  prepared: readonly PreparedFact[],
  basis: Basis,
  steps: readonly Step[],
  { screenedWith }: Screening,
  beside: unknown,
): Statement<Answer> {
  const asked = prepared.map((each) => {
    const { customId, category, content, key } = each.under(basis.policy).sent;
    return {
      customId,
      category,
      terms: [...new Set([...termsOf(content), ...termsOf(key ?? "")])].slice(0, MOST_TERMS),
    };
  });
  const call = sql`stela.remember_facts(${param.text(containerTag)}, ${param.json(asked)}, ${param.text(basis.basis)},
    ${param.text(basis.policy)}, ${param.text(screenedWith)}, ${param.json(steps)}, ${param.integer(LIMITS.contentBytes)}, ${param.integer(LIMITS.customIdBytes)})`;
  return command(beside === null ? call : sql`(${call}::jsonb || ${param.json({ beside })})::json`);
}

/** Terms of a fact by which facts like it are looked for. */
const MOST_TERMS = 40;

function refusedFact(index: number, refusal: Refusal): DomainError {
  const error = refusalError(refusal);
  return new DomainError(error.code, `facts[${index}]: ${error.message}`, { ...error.extra, factIndex: index });
}

function toResult(stored: StoredResult): RememberedFact {
  const { outcome, reason, document, superseded, proposalId, findings } = stored;
  return {
    outcome,
    reason,
    detail: detailOf(outcome, reason),
    ...(document === null ? {} : { document: toDocument(document) }),
    ...(superseded.length === 0
      ? {}
      : { superseded: superseded.map(({ version, ...old }) => (version === null ? old : { ...old, version })) }),
    ...(proposalId === null ? {} : { proposalId }),
    ...(findings.length === 0 ? {} : { findings: [...findings] }),
  };
}
