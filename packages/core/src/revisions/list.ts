import type * as z from "zod";
import { type Context, readsHistory } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { type Refusal, refusalError } from "../documents/refusal.ts";
import { type Target, targetContainer } from "../documents/target.ts";
import { LIMITS } from "../limits.ts";
import { nameOf } from "./name.ts";
import type { RevisionListQuery, RevisionPage } from "./schema.ts";
import { type StoredRevision, toRevision } from "./stored.ts";

type Answer =
  | {
      readonly outcome: "done";
      readonly documentId: string;
      readonly revisions: readonly StoredRevision[];
      readonly more: boolean;
    }
  | Refusal;

/**
 * A document's history, the newest first, whether it is there or deleted, under all the names it had. Its pages stay with the document of
 * the first, whoever gets the name meanwhile.
 */
export async function list(
  context: Context,
  target: Target,
  { limit, cursor, fields }: z.infer<typeof RevisionListQuery>,
): Promise<z.infer<typeof RevisionPage>> {
  const listing = JSON.stringify(["revisions", target, fields]);
  const [documentId = null, before] = cursor === undefined ? [] : await context.cursors.verify(listing, cursor);
  const answer = await context.run(
    readsHistory(targetContainer(target)),
    query<Answer>(sql`stela.list_revisions(${
      documentId === null
        ? nameOf(target)
        : sql`${param.text(targetContainer(target))},
      null::text, ${param.uuid(documentId)}`
    }, ${param.integer(before === undefined ? null : Number(before))}, ${param.integer(limit)}, ${param.boolean(fields === "content")},
      ${param.integer(LIMITS.pageBytes)})`),
  );
  if (answer.outcome !== "done") throw refusalError(answer);
  const last = answer.more ? answer.revisions.at(-1) : undefined;
  return {
    revisions: answer.revisions.map(toRevision),
    nextCursor:
      last === undefined ? null : await context.cursors.sign(listing, [answer.documentId, String(last.version)]),
  };
}
