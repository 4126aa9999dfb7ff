import type * as z from "zod";
import { type Context, readsHistory } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { type Refusal, refusalError } from "../documents/refusal.ts";
import { type Target, targetContainer } from "../documents/target.ts";
import { compareTexts } from "./compare.ts";
import { nameOf } from "./name.ts";
import type { Diff, DiffQuery } from "./schema.ts";

interface VersionText {
  readonly version: number;
  readonly content: string;
}

type Answer =
  | { readonly outcome: "done"; readonly documentId: string; readonly from: VersionText; readonly to: VersionText }
  | Refusal;

/** Tells how the text of one version became that of another. */
export async function diff(
  context: Context,
  target: Target,
  { from, to, mode }: z.infer<typeof DiffQuery>,
): Promise<z.infer<typeof Diff>> {
  const answer = await context.run(
    readsHistory(targetContainer(target)),
    query<Answer>(
      sql`stela.get_texts(${nameOf(target)}, ${param.integer(from ?? null)}, ${param.integer(to ?? null)})`,
    ),
  );
  if (answer.outcome !== "done") throw refusalError(answer);
  return {
    documentId: answer.documentId,
    from: answer.from.version,
    to: answer.to.version,
    mode,
    ...compareTexts(answer.from.content, answer.to.content, mode),
  };
}
