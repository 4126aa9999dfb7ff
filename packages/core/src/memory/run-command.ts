import { type Access, type Context, reads, writes } from "../context.ts";
import { DomainError } from "../errors.ts";
import { answer, unstorable } from "./answer.ts";
import { type Command, CommandError, parseCommand, type ToolAnswer } from "./command.ts";
import type { Outcome } from "./outcome.ts";
import { noStatement, statementOf } from "./statements.ts";

export interface RunCommandInput {
  readonly containerTag: string;
  /** The tool's input, as the model sent it. */
  readonly input: unknown;
  /** Versions one of which the edited or deleted file must be at. */
  readonly ifMatch: readonly number[] | null;
  /** What `create` does with an existing file; null leaves it to the container's setting. */
  readonly onExisting: "refuse" | "overwrite" | null;
}

export interface CommandAnswer extends ToolAnswer {
  /** The canonical path the command was about, and the version its file has now, where there is one. */
  readonly path: string | null;
  readonly version: number | null;
}

/**
 * Runs one command of the memory tool, as one transaction in one round trip. Refusals are answers with `isError`, in the
 * contract's words (memory-tool.md).
 * @throws DomainError when the caller may not, or the container's quota is used up.
 */
export async function runCommand(context: Context, request: RunCommandInput): Promise<CommandAnswer> {
  const command = parsed(request.input);
  if (command instanceof CommandError) {
    await context.run(reads(request.containerTag), noStatement());
    return { content: command.message, isError: true, path: null, version: null };
  }
  const outcome = await context.run(
    access(command, request.containerTag),
    statementOf(command, request, context.newId()),
  );
  const settled = nameUnstorable(command, outcome);
  return { ...answer(command, settled), path: pathOf(command), version: "version" in settled ? settled.version : null };
}

function parsed(input: unknown): Command | CommandError {
  try {
    return parseCommand(input);
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

function access(command: Command, containerTag: string): Access {
  return command.command === "view" ? reads(containerTag) : writes(containerTag);
}

/** Text that could not be sent was refused without its reason: give it. */
function nameUnstorable(command: Command, outcome: Outcome | QuotaExceeded): Outcome {
  if (outcome.outcome === "quota_exceeded") {
    throw new DomainError("quota_exceeded", `The container's ${outcome.quota} of ${outcome.limit} is used up.`);
  }
  if (outcome.outcome !== "not_storable" || command.command !== "create") return outcome;
  return unstorable(command.fileText) ?? outcome;
}

export interface QuotaExceeded {
  readonly outcome: "quota_exceeded";
  readonly quota: string;
  readonly limit: number;
}

function pathOf(command: Command): string {
  return command.command === "rename" ? command.to.canonical : command.path.canonical;
}
