import type * as z from "zod";
import { atLength, type Context, writes } from "../context.ts";
import { sql } from "../db/sql.ts";
import { command, param, query } from "../db/statement.ts";
import { type Refusal, refusalError } from "../documents/refusal.ts";
import type { Undone } from "./schema.ts";

export interface UndoInput {
  readonly containerTag: string;
  /** The session whose changes are put back. */
  readonly session: string;
  readonly dryRun: boolean;
}

interface StoredUndo {
  readonly outcome: "done";
  readonly session: string | null;
  readonly undone: number;
  readonly left: number;
  readonly documents: readonly {
    readonly documentId: string;
    readonly customId: string;
    readonly action: "recreate" | "delete" | "move" | "change";
    readonly version: number | null;
    readonly to: string | null;
  }[];
  readonly skipped: readonly {
    readonly documentId: string;
    readonly customId: string;
    readonly reason: "changed_by_others" | "not_kept" | "name_taken";
    readonly versions: readonly number[] | null;
  }[];
}

/** Puts back what a session changed in a container, in one transaction. What others have changed since is reported and left. */
export async function undo(
  context: Context,
  { containerTag, session, dryRun }: UndoInput,
): Promise<z.infer<typeof Undone>> {
  const call = sql`stela.undo_session(${param.text(containerTag)}, ${param.text(session)}, ${param.boolean(dryRun)})`;
  const statement = dryRun ? query<StoredUndo | Refusal>(call) : command<StoredUndo | Refusal>(call);
  const answer = await context.run(atLength(writes(containerTag)), statement);
  if (answer.outcome !== "done") throw refusalError(answer);
  return {
    dryRun,
    ...(answer.session === null ? {} : { session: answer.session }),
    undone: answer.undone,
    left: answer.left,
    documents: answer.documents.map(({ version, to, ...document }) => ({
      ...document,
      ...(version === null ? {} : { version }),
      ...(to === null ? {} : { to }),
    })),
    skipped: answer.skipped.map(({ versions, ...document }) => ({
      ...document,
      ...(versions === null ? {} : { versions: [...versions] }),
    })),
  };
}
