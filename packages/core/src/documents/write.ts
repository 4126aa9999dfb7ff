import type { Context } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { param } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import type { Destination } from "../secrets/judged.ts";
import type { Screening } from "../secrets/screening.ts";

interface Write {
  /** As `stela.run_operation` reads it. */
  readonly operation: Readonly<Record<string, unknown>> & { readonly op: string };
  /** The text to store: apart, so that the database need not parse it. */
  readonly content?: string | null;
  /** How its text was scanned; none for what stores no text of its own. */
  readonly screening?: Screening;
  /** Ids for the documents it may make. */
  readonly newIds?: readonly string[];
}

/**
 * The call that every write of documents is. A key that may only propose has the very same call tried, taken back and kept for a
 * person: `context.run` then throws SavedForReview.
 */
export function writeDocuments(context: Context, destination: Destination, write: Write): SQL {
  const { content = null, newIds = [], screening } = write;
  const operation = { ...write.operation, screenedWith: screening?.screenedWith ?? undefined };
  // The last id is that of the proposal, should it become one.
  return sql`stela.write_documents(${param.text(destination.containerTag)}, ${param.uuid(destination.id)}, ${param.json(operation)},
    ${param.text(content)}, ${param.uuids([...newIds, context.newId()])}, ${param.integer(LIMITS.contentBytes)},
    ${param.integer(LIMITS.customIdBytes)})`;
}
