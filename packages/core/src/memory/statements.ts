import { sql } from "drizzle-orm";
import { command as commandStatement, param, query, type Statement } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import { MEMORY_ROOT } from "../path.ts";
import { unstorable } from "./answer.ts";
import type { Command } from "./command.ts";
import { listingWindow } from "./listing.ts";
import type { Outcome } from "./outcome.ts";
import type { QuotaExceeded, RunCommandInput } from "./run-command.ts";

type CommandStatement = Statement<Outcome | QuotaExceeded>;

const LAST_PLACE = 2_000_000_000;

/** The single statement that a command is. What it means is written in the reference model; a property test holds the two together. */
export function statementOf(command: Command, request: RunCommandInput, newId: string): CommandStatement {
  const tag = param.text(request.containerTag);
  const ifMatch = param.integers(request.ifMatch);
  switch (command.command) {
    case "view": {
      const { first, last } = listingWindow(command.range);
      return query(sql`stela.memory_view(${tag}, ${param.text(command.path.canonical)}, ${param.integer(Math.min(first, LAST_PLACE))},
        ${param.integer(Math.min(last, LAST_PLACE + LIMITS.viewEntries))}, ${param.integer(LIMITS.viewEntries)})`);
    }
    case "create": {
      if (command.path.canonical === MEMORY_ROOT) return settled({ outcome: "exists" });
      const text = unstorable(command.fileText) === null ? command.fileText : null;
      return commandStatement(sql`stela.memory_create(${tag}, ${param.text(command.path.canonical)}, ${param.uuid(newId)},
        ${param.text(text)}, ${param.text(request.onExisting)})`);
    }
    case "str_replace":
      return edit(
        command.path.canonical,
        { oldStr: withoutNul(command.oldText), newStr: withoutNul(command.newText) ?? "" },
        command.newText,
      );
    case "insert":
      return edit(
        command.path.canonical,
        { insertLine: lineNumber(command.line), insertText: withoutNul(command.text) ?? "" },
        command.text,
      );
    case "delete":
      if (command.path.canonical === MEMORY_ROOT) return settled({ outcome: "root" });
      return commandStatement(sql`stela.delete_path(${tag}, ${param.text(command.path.canonical)}, ${ifMatch})`);
    case "rename":
      if (command.from.canonical === MEMORY_ROOT) return settled({ outcome: "root" });
      if (command.to.canonical === MEMORY_ROOT) return settled({ outcome: "exists" });
      return commandStatement(sql`stela.rename_path(${tag}, ${param.text(command.from.canonical)}, ${param.text(command.to.canonical)},
        false, ${ifMatch}, ${param.integer(LIMITS.customIdBytes)})`);
  }

  function edit(path: string, change: Readonly<Record<string, unknown>>, newText: string): CommandStatement {
    return commandStatement(sql`stela.memory_edit(${tag}, ${param.text(path)}, ${param.json([change])}, ${ifMatch},
      ${param.boolean(!newText.includes("\0"))}, ${param.integer(LIMITS.contentBytes)})`);
  }
}

/** Authenticates and does nothing else. */
export function noStatement(): Statement<null> {
  return query(sql`null::json`);
}

/** An outcome that does not depend on what is stored: the caller is still authenticated. */
function settled(outcome: Outcome): CommandStatement {
  return query(sql`${JSON.stringify(outcome)}::json`);
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
