import type * as z from "zod";
import type { Context } from "../context.ts";
import { command } from "../db/statement.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import type { Deleted } from "./schema.ts";
import { type Target, targetContainer, targetCustomId, targetId, writesTarget } from "./target.ts";
import { writeDocuments } from "./write.ts";

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
      writeDocuments(
        context,
        { containerTag: targetContainer(target), id: targetId(target) },
        { operation: { op: "delete", customId: targetCustomId(target), ifMatch } },
      ),
    ),
  );
  if (answer.outcome !== "done") throw refusalError(answer);
  return answer.deleted;
}
