import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { command, param } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import type { Document, Edit } from "./schema.ts";
import { type StoredDocument, toDocument } from "./stored.ts";
import { type Target, targetContainer, targetCustomId, targetId, writesTarget } from "./target.ts";

/** Applies edits in order to the text as it is in the database, all or none: concurrent edits lose nothing. */
export async function edit(
  context: Context,
  target: Target,
  edits: readonly Edit[],
  ifMatch: readonly number[] | null,
): Promise<Document> {
  const answer = await context.run(
    writesTarget(target),
    command<{ outcome: "done"; document: StoredDocument } | Refusal>(
      sql`stela.edit_document(${param.text(targetContainer(target))}, ${param.text(targetCustomId(target))},
        ${param.uuid(targetId(target))}, ${param.json(edits)}, ${param.integers(ifMatch)}, true, ${param.integer(LIMITS.contentBytes)})`,
    ),
  );
  if (answer.outcome !== "done") throw refusalError(answer, edits);
  return toDocument(answer.document);
}
