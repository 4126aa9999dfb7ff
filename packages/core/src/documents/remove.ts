import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { Context } from "../context.ts";
import { command, param } from "../db/statement.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import type { Deleted } from "./schema.ts";
import { type Target, targetContainer, targetCustomId, targetId, writesTarget } from "./target.ts";

/** What is known of a document that is gone: `version` is that of the delete itself. */
export type DeletedDocument = Omit<z.infer<typeof Deleted>, "isDeleted">;

/** Deletes one document. Its history stays. */
export async function remove(
  context: Context,
  target: Target,
  ifMatch: readonly number[] | null,
): Promise<DeletedDocument> {
  const answer = await context.run(
    writesTarget(target),
    command<{ outcome: "done"; deleted: DeletedDocument } | Refusal>(
      sql`stela.delete_document(${param.text(targetContainer(target))}, ${param.text(targetCustomId(target))},
        ${param.uuid(targetId(target))}, ${param.integers(ifMatch)})`,
    ),
  );
  if (answer.outcome !== "done") throw refusalError(answer);
  return answer.deleted;
}
