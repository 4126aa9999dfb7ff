import { sql } from "drizzle-orm";
import type * as z from "zod";
import { type Context, reads, writes } from "../context.ts";
import { command, param, query } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import type { Moved, Renamed } from "./schema.ts";

export interface RenameInput {
  readonly containerTag: string;
  readonly from: string;
  readonly to: string;
  /** Looks and lists what would move, and moves nothing. */
  readonly dryRun: boolean;
}

/** Moves a document, or every document beneath a path, to a new place. Refuses a taken destination. One transaction. */
export async function rename(
  context: Context,
  { containerTag, from, to, dryRun }: RenameInput,
): Promise<z.infer<typeof Renamed>> {
  const call = sql`stela.rename_path(${param.text(containerTag)}, ${param.text(from)}, ${param.text(to)}, ${param.boolean(dryRun)},
    null::integer[], ${param.integer(LIMITS.customIdBytes)})`;
  type Answer = { outcome: "done"; renamed: number; documents: z.infer<typeof Moved>[] } | Refusal;
  const answer = dryRun
    ? await context.run(reads(containerTag), query<Answer>(call))
    : await context.run(writes(containerTag), command<Answer>(call));
  if (answer.outcome !== "done") throw refusalError(answer);
  return { renamed: answer.renamed, dryRun, documents: answer.documents };
}
