import type { Context } from "../context.ts";
import { sql } from "../db/sql.ts";
import type { SentEdit } from "../documents/apply-edits.ts";
import { runEdit } from "../documents/run-edit.ts";
import { LIMITS } from "../limits.ts";
import type { Command } from "./command.ts";
import type { Outcome } from "./outcome.ts";
import type { QuotaExceeded } from "./statements.ts";

type EditCommand = Extract<Command, { command: "str_replace" | "insert" }>;
type EditOutcome = (Outcome & { readonly isRedacted?: boolean | null }) | QuotaExceeded;

/** Runs `str_replace` or `insert`, judging the result for secrets where it has to be. */
export async function runEditCommand(
  context: Context,
  command: EditCommand,
  { containerTag, ifMatch }: { readonly containerTag: string; readonly ifMatch: readonly number[] | null },
): Promise<Outcome | QuotaExceeded> {
  const newText = command.command === "str_replace" ? command.newText : command.text;
  const { answer, judgement } = await runEdit<EditOutcome>(context, {
    target: { containerTag, customId: command.path.canonical },
    edits: [toEdit(command)],
    ifMatch,
    isStorable: !newText.includes("\0"),
    present: (edited) => sql`stela.memory_edit_answer(${edited})`,
  });
  if (answer.outcome === "secret_detected") return { outcome: "secret_detected", finding: judgement?.findings[0] };
  if (answer.outcome !== "done") return answer;
  return judgement !== null && answer.isRedacted === true ? { ...answer, after: judgement.redacted } : answer;
}

function toEdit(command: EditCommand): SentEdit {
  return command.command === "str_replace"
    ? { oldStr: withoutNul(command.oldText), newStr: withoutNul(command.newText) ?? "" }
    : { insertLine: lineNumber(command.line), insertText: withoutNul(command.text) ?? "" };
}

/** Postgres holds no NUL. No stored text has one, so text that has one occurs nowhere: null. */
function withoutNul(text: string): string | null {
  return text.includes("\0") ? null : text;
}

/** A line number that a file may have, or null. */
function lineNumber(line: unknown): number | null {
  return typeof line === "number" && Number.isInteger(line) && line >= 0 && line <= LIMITS.contentBytes + 1
    ? line
    : null;
}
