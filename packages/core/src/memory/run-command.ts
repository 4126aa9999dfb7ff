import { type Access, atLength, type Context, reads, writes } from "../context.ts";
import { DomainError } from "../errors.ts";
import { SavedForReview } from "../proposals/saved-for-review.ts";
import { runScreened } from "../secrets/judged.ts";
import { answer, unstorable } from "./answer.ts";
import { type Command, CommandError, parseCommand, type ToolAnswer } from "./command.ts";
import type { Outcome } from "./outcome.ts";
import { runEditCommand } from "./run-edit-command.ts";
import { noStatement, type QuotaExceeded, writeOf } from "./statements.ts";

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
  const outcome = nameUnstorable(command, await outcomeOf(context, command, request));
  // A path may be what the secret was found in: it is not echoed.
  const path = outcome.outcome === "secret_detected" ? null : pathOf(command);
  return { ...answer(command, outcome), path, version: "version" in outcome ? outcome.version : null };
}

async function outcomeOf(context: Context, command: Command, request: RunCommandInput): Promise<Outcome> {
  const running =
    command.command === "str_replace" || command.command === "insert"
      ? runEditCommand(context, command, request)
      : runPlainCommand(context, command, request);
  const outcome = await running.catch((error: unknown): Outcome => {
    if (error instanceof SavedForReview) return { outcome: "proposed" };
    throw error;
  });
  if (outcome.outcome !== "quota_exceeded") return outcome;
  throw new DomainError("quota_exceeded", `The ${outcome.of}'s ${outcome.quota} of ${outcome.limit} is used up.`);
}

async function runPlainCommand(
  context: Context,
  command: Exclude<Command, { command: "str_replace" | "insert" }>,
  request: RunCommandInput,
): Promise<Outcome | QuotaExceeded> {
  return runScreened(context, accessOf(command, request.containerTag), (screening) =>
    writeOf(context, command, request, screening),
  );
}

/** What a path names may be a directory of any size. */
function accessOf({ command }: Command, containerTag: string): Access {
  if (command === "view") return reads(containerTag);
  return command === "create" ? writes(containerTag) : atLength(writes(containerTag));
}

function parsed(input: unknown): Command | CommandError {
  try {
    return parseCommand(input);
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

/** Text that could not be sent was refused without its reason: give it. */
function nameUnstorable(command: Command, outcome: Outcome): Outcome {
  if (outcome.outcome !== "not_storable" || command.command !== "create") return outcome;
  return unstorable(command.fileText) ?? outcome;
}

function pathOf(command: Command): string {
  return command.command === "rename" ? command.to.canonical : command.path.canonical;
}
