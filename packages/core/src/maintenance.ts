import type { SendTransaction } from "./db/run.ts";

/** What a run of the scheduled job removed. */
export interface Pruned {
  readonly expiredDocuments: number;
  readonly prunedRevisions: number;
  readonly forgottenAnswers: number;
}

/** Deletes what is past its time in every organization: expired documents, revisions past retention, answers past 24 hours. */
export async function prune(send: SendTransaction): Promise<Pruned> {
  const [rows] = await send([{ text: "select stela.prune() as pruned", params: [] }]);
  return rows?.[0]?.["pruned"] as Pruned;
}
