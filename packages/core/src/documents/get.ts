import type { Context } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { refusalError } from "./refusal.ts";
import type { Document } from "./schema.ts";
import { type StoredDocument, toDocument } from "./stored.ts";
import { readsTarget, type Target, targetContainer, targetCustomId, targetId } from "./target.ts";

/** Reads one document by key. */
export async function get(context: Context, target: Target): Promise<Document> {
  const stored = await context.run(
    readsTarget(target),
    query<StoredDocument | null>(
      sql`stela.get_document(${param.text(targetContainer(target))}, ${param.text(targetCustomId(target))}, ${param.uuid(targetId(target))})`,
    ),
  );
  if (stored === null) throw refusalError({ outcome: "missing" });
  return toDocument(stored);
}
