import type { SendTransaction } from "./db/run.ts";

/** How many events were sealed, and whether there are more than one run seals, or a transaction that was too slow to wait for. */
export interface Sealed {
  readonly outcome: "done" | "busy";
  readonly sealed: number;
  readonly hasMore: boolean;
}

/** Seals of one statement: what it takes must stay well under the time a statement may run. */
const SEALS_PER_STATEMENT = 50;
/** Rows that one statement prunes, likewise. */
const ROWS_PER_STATEMENT = 10_000;
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

const DOCUMENTS_PER_STATEMENT = 500;

/** How many documents were brought up to date for searches, and whether there are more than one run does. */
export interface Indexed {
  readonly indexed: number;
  readonly hasMore: boolean;
}

/** Brings up to date what nobody has searched since it was written, so that no search finds much to do. */
export async function indexForSearch(send: SendTransaction): Promise<Indexed> {
  let indexed = 0;
  for (let statement = 0; statement < MOST_STATEMENTS; statement++) {
    const params = [DOCUMENTS_PER_STATEMENT];
    const [rows] = await send([{ text: "select stela.index_all_marked($1::integer) as answer", params }]);
    const answer = rows?.[0]?.["answer"] as Indexed;
    indexed += answer.indexed;
    if (!answer.hasMore) return { indexed, hasMore: false };
  }
  return { indexed, hasMore: true };
}

/** What a run of the scheduled job removed, and put aside. */
export interface Pruned {
  readonly expiredDocuments: number;
  readonly archivedFacts: number;
  readonly prunedRevisions: number;
  readonly forgottenAnswers: number;
  /** More than one run removes: the rest is for the next. */
  readonly hasMore: boolean;
}

/**
 * Deletes what is past its time in every organization: expired documents, revisions past retention, answers past 24 hours. Facts that
 * nobody used for 90 days and that matter little are archived.
 */
export async function prune(send: SendTransaction, rowsPerStatement = ROWS_PER_STATEMENT): Promise<Pruned> {
  let total: Pruned = { expiredDocuments: 0, archivedFacts: 0, prunedRevisions: 0, forgottenAnswers: 0, hasMore: true };
  for (let statement = 0; total.hasMore && statement < MOST_STATEMENTS; statement++) {
    const [rows] = await send([{ text: "select stela.prune($1::bigint) as pruned", params: [rowsPerStatement] }]);
    const pruned = rows?.[0]?.["pruned"] as Pruned;
    total = {
      expiredDocuments: total.expiredDocuments + pruned.expiredDocuments,
      archivedFacts: total.archivedFacts + pruned.archivedFacts,
      prunedRevisions: total.prunedRevisions + pruned.prunedRevisions,
      forgottenAnswers: total.forgottenAnswers + pruned.forgottenAnswers,
      hasMore: pruned.hasMore,
    };
  }
  return total;
}
