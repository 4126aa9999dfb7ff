import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { documents } from "../db/schema/documents.ts";
import { query } from "../db/statement.ts";
import { refusalError } from "./refusal.ts";
import type { Document } from "./schema.ts";
import { type StoredDocument, toDocument } from "./stored.ts";
import { readsTarget, type Target } from "./target.ts";

/** Reads one document by key. */
export async function get(context: Context, target: Target): Promise<Document> {
  const stored = await context.run(
    readsTarget(target),
    query<StoredDocument | null>(
      sql`(select stela.document_json(documents) from ${documents} where ${isTarget(target)})`,
    ),
  );
  if (stored === null) throw refusalError({ outcome: "missing" });
  return toDocument(stored);
}

function isTarget(target: Target): SQL | undefined {
  const isOurs = sql`${documents.orgId} = stela.current_org()`;
  return "id" in target
    ? and(isOurs, eq(documents.id, target.id), sql`stela.may_access(${documents.containerTag})`)
    : and(isOurs, eq(documents.containerTag, target.containerTag), eq(documents.customId, target.customId));
}
