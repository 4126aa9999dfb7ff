import type * as z from "zod";
import type { Context } from "../context.ts";
import { list as listDocuments } from "../documents/list.ts";
import { FACT_PREFIX } from "./fact-id.ts";
import type { FactListQuery, FactPage } from "./schema.ts";

/** Lists a container's facts with their text, by keyset. */
export async function list(
  context: Context,
  containerTag: string,
  query: z.infer<typeof FactListQuery>,
): Promise<z.infer<typeof FactPage>> {
  const filters = { ...query, prefix: FACT_PREFIX, fields: "content", total: false } as const;
  const { documents, nextCursor } = await listDocuments(context, containerTag, filters);
  return { facts: documents, nextCursor };
}
