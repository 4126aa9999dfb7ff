import type * as z from "zod";
import { atLength, type Context, reads, writes } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import { runScreened, type SecretRefusal, screened, secretError } from "../secrets/judged.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import type { Moved, Renamed } from "./schema.ts";
import { writeDocuments } from "./write.ts";

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
  const destination = { containerTag, id: null };
  const answer = dryRun
    ? await context.run(reads(containerTag), query<RenameOutcome>(dryRunCall(containerTag, from, to)))
    : await runScreened(context, atLength(writes(containerTag)), (screening) =>
        screened<{ to: string }, RenameOutcome>(context, destination, { to }, screening, () =>
          writeDocuments(context, destination, { operation: { op: "rename", from, to }, screening }),
        ),
      );
  if (answer.outcome === "secret_detected") throw secretError(answer);
  if (answer.outcome !== "done") throw refusalError(answer);
  return { renamed: answer.renamed, dryRun, documents: answer.documents };
}

function dryRunCall(containerTag: string, from: string, to: string): SQL {
  return sql`stela.rename_path(${param.text(containerTag)}, ${param.text(from)}, ${param.text(to)}, true, null::integer[],
    ${param.integer(LIMITS.customIdBytes)})`;
}

type RenameOutcome =
  | { readonly outcome: "done"; readonly renamed: number; readonly documents: z.infer<typeof Moved>[] }
  | Refusal
  | SecretRefusal;
