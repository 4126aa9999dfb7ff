import { type Context, readsHistory } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { type Refusal, refusalError } from "../documents/refusal.ts";
import { type Target, targetContainer } from "../documents/target.ts";
import { nameOf } from "./name.ts";
import type { Revision } from "./schema.ts";
import { type StoredRevision, toRevision } from "./stored.ts";

/** Reads one past state of a document, whole. */
export async function get(context: Context, target: Target, version: number): Promise<Revision> {
  const answer = await context.run(
    readsHistory(targetContainer(target)),
    query<{ readonly outcome: "done"; readonly revision: StoredRevision } | Refusal>(
      sql`stela.get_revision(${nameOf(target)}, ${param.integer(version)})`,
    ),
  );
  if (answer.outcome !== "done") throw refusalError(answer);
  return toRevision(answer.revision);
}
