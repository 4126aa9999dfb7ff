import { type SQL, sql } from "../db/sql.ts";
import { param } from "../db/statement.ts";
import { type Target, targetContainer, targetCustomId, targetId } from "../documents/target.ts";

/** The arguments by which the functions of history find a document: container, customId, id. */
export function nameOf(target: Target): SQL {
  return sql`${param.text(targetContainer(target))}, ${param.text(targetCustomId(target))}, ${param.uuid(targetId(target))}`;
}
