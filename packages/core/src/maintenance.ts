import type { SendTransaction } from "./db/run.ts";

/** How many events were sealed, and whether there are more than one run seals, or a transaction that was too slow to wait for. */
export interface Sealed {
  readonly outcome: "done" | "busy";
  readonly sealed: number;
  readonly hasMore: boolean;
}

/** Seals of one statement: what it takes must stay well under the time a statement may run. */
const SEALS_PER_STATEMENT = 50;
const MOST_STATEMENTS = 100;

/** Seals what the audit trails have gained since the last run. What a slow transaction keeps open is left for the next. */
export async function seal(send: SendTransaction): Promise<Sealed> {
  let sealed = 0;
  for (let statement = 0; statement < MOST_STATEMENTS; statement++) {
    const [rows] = await send([
      { text: "select stela.seal_audit($1::integer) as answer", params: [SEALS_PER_STATEMENT] },
    ]);
    const answer = rows?.[0]?.["answer"] as Sealed;
    sealed += answer.sealed;
    if (!answer.hasMore) return { ...answer, sealed };
  }
  return { outcome: "done", sealed, hasMore: true };
}

/** What a run of the scheduled job removed, and put aside. */
export interface Pruned {
  readonly expiredDocuments: number;
  readonly archivedFacts: number;
  readonly prunedRevisions: number;
  readonly forgottenAnswers: number;
}

/**
 * Deletes what is past its time in every organization: expired documents, revisions past retention, answers past 24 hours. Facts that
 * nobody used for 90 days and that matter little are archived.
 */
export async function prune(send: SendTransaction): Promise<Pruned> {
  const [rows] = await send([{ text: "select stela.prune() as pruned", params: [] }]);
  return rows?.[0]?.["pruned"] as Pruned;
}
