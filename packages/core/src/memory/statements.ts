import type { Context } from "../context.ts";
import { sql } from "../db/sql.ts";
import { command as commandStatement, param, query, type Statement } from "../db/statement.ts";
import { writeDocuments } from "../documents/write.ts";
import { LIMITS } from "../limits.ts";
import { MEMORY_ROOT } from "../path.ts";
import { type ScreenedWrite, type SecretRefusal, screened } from "../secrets/judged.ts";
import type { Screening } from "../secrets/screening.ts";
import { unstorable } from "./answer.ts";
import type { Command } from "./command.ts";
import { listingWindow } from "./listing.ts";
import type { Outcome } from "./outcome.ts";

/** A container whose quota is used up: not the tool's business, so not an outcome. */
export interface QuotaExceeded {
  readonly outcome: "quota_exceeded";
  readonly quota: string;
  /** `container` or `organization`. */
  readonly of: string;
  readonly limit: number;
}

type CommandWrite = ScreenedWrite<Outcome | QuotaExceeded | SecretRefusal>;

/** Where a command runs, and under which conditions. */
export interface CommandConditions {
  readonly containerTag: string;
  readonly ifMatch: readonly number[] | null;
  readonly onExisting: "refuse" | "overwrite" | null;
}

const LAST_PLACE = 2_000_000_000;

/**
 * The single statement that a command is, but for edits, which may take two. What each means is written in the reference model; a
 * property test holds the two together.
 */
export async function writeOf(
  context: Context,
  command: Exclude<Command, { command: "str_replace" | "insert" }>,
  { containerTag, ifMatch, onExisting }: CommandConditions,
  screening: Screening,
): Promise<CommandWrite> {
  const destination = { containerTag, id: null };
  switch (command.command) {
    case "view": {
      const { first, last } = listingWindow(command.range);
      const lastPlace = Math.min(last, LAST_PLACE + LIMITS.viewEntries);
      return unscreened(
        query(sql`stela.memory_view(${param.text(containerTag)}, ${param.text(command.path.canonical)}, ${param.integer(Math.min(first, LAST_PLACE))},
          ${param.integer(lastPlace)}, ${param.integer(LIMITS.viewEntries)})`),
      );
    }
    case "create": {
      const path = command.path.canonical;
      if (path === MEMORY_ROOT) return settled({ outcome: "exists" });
      const sent = { path, content: unstorable(command.fileText) === null ? command.fileText : null };
      return screened(context, destination, sent, screening, ({ content }) =>
        writeDocuments(context, destination, {
          screening,
          operation: { op: "create", customId: path, onExisting },
          content,
          newIds: [context.newId()],
        }),
      );
    }
    case "delete":
      if (command.path.canonical === MEMORY_ROOT) return settled({ outcome: "root" });
      return unscreened(
        commandStatement(
          writeDocuments(context, destination, {
            operation: { op: "delete_path", customId: command.path.canonical, ifMatch },
          }),
        ),
      );
    case "rename": {
      const path = command.to.canonical;
      if (command.from.canonical === MEMORY_ROOT) return settled({ outcome: "root" });
      if (path === MEMORY_ROOT) return settled({ outcome: "exists" });
      return screened(context, destination, { path }, screening, () =>
        writeDocuments(context, destination, {
          screening,
          operation: { op: "rename", from: command.from.canonical, to: path, ifMatch },
        }),
      );
    }
  }
}

/** Authenticates and does nothing else. */
export function noStatement(): Statement<null> {
  return query(sql`null::json`);
}

function unscreened(statement: CommandWrite["statement"]): CommandWrite {
  return { statement, found: [] };
}

/** An outcome that does not depend on what is stored: the caller is still authenticated. */
function settled(outcome: Outcome): CommandWrite {
  return unscreened(query(sql`${JSON.stringify(outcome)}::json`));
}
