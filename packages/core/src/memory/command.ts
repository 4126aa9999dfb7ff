import { canonicalPath, PathError } from "../path.ts";

/** A path as the model wrote it, which messages echo, and its canonical form, which is stored and listed. */
interface ToolPath {
  readonly sent: string;
  readonly canonical: string;
}

export type Command =
  | { readonly command: "view"; readonly path: ToolPath; readonly range: readonly [number, number] | null }
  | { readonly command: "create"; readonly path: ToolPath; readonly fileText: string }
  | { readonly command: "str_replace"; readonly path: ToolPath; readonly oldText: string; readonly newText: string }
  | { readonly command: "insert"; readonly path: ToolPath; readonly line: unknown; readonly text: string }
  | { readonly command: "delete"; readonly path: ToolPath }
  | { readonly command: "rename"; readonly from: ToolPath; readonly to: ToolPath };

/** What the tool answers the model: text, and whether it is an error. */
export interface ToolAnswer {
  readonly content: string;
  readonly isError: boolean;
}

/** A command that is refused before anything runs. The message is the tool's answer. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const NAMES = ["view", "create", "str_replace", "insert", "delete", "rename"] as const;

/**
 * Checks a command as the model sent it. Nothing is coerced, unknown members are ignored, inherited ones do not count.
 * @throws CommandError with the contract's text (memory-tool.md, "Input" and "Paths").
 */
export function parseCommand(input: unknown): Command {
  const members: Readonly<Record<string, unknown>> = isRecord(input) ? input : {};
  const name = own(members, "command");
  const command = NAMES.find((known) => known === name);
  if (command === undefined) {
    throw new CommandError(`Error: Unknown command: ${printed(name)}. Valid commands are: ${NAMES.join(", ")}`);
  }
  const text = (field: string): string => requiredText(command, field, own(members, field));
  switch (command) {
    case "view":
      return { command, path: toolPath(text("path")), range: viewRange(own(members, "view_range")) };
    case "create": {
      const path = text("path");
      const fileText = text("file_text");
      return { command, path: toolPath(path), fileText };
    }
    case "str_replace": {
      const path = text("path");
      const oldText = text("old_str");
      const newText = own(members, "new_str") == null ? "" : text("new_str");
      return { command, path: toolPath(path), oldText, newText };
    }
    case "insert": {
      const path = text("path");
      const line = required(command, "insert_line", own(members, "insert_line"));
      const inserted = text("insert_text");
      return { command, path: toolPath(path), line, text: inserted };
    }
    case "delete":
      return { command, path: toolPath(text("path")) };
    case "rename": {
      const from = text("old_path");
      const to = text("new_path");
      return { command, from: toolPath(from), to: toolPath(to) };
    }
  }
}

function toolPath(sent: string): ToolPath {
  try {
    return { sent, canonical: canonicalPath(sent) };
  } catch (error) {
    if (error instanceof PathError) throw new CommandError(error.message);
    throw error;
  }
}

function required(command: string, field: string, value: unknown): unknown {
  if (value == null) throw new CommandError(`Error: Missing required parameter for ${command}: ${field}`);
  return value;
}

function requiredText(command: string, field: string, value: unknown): string {
  const given = required(command, field, value);
  if (typeof given !== "string") {
    throw new CommandError(`Error: Invalid parameter for ${command}: ${field} must be a string`);
  }
  if (!given.isWellFormed()) {
    throw new CommandError(`Error: Invalid parameter for ${command}: ${field} is not well-formed Unicode`);
  }
  return given;
}

/** A range counts only when it is two integers; anything else is as if it were not there. */
function viewRange(value: unknown): readonly [number, number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [first, last]: readonly unknown[] = value;
  return isInteger(first) && isInteger(last) ? [first, last] : null;
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function own(members: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.hasOwn(members, field) ? members[field] : undefined;
}

/** A JSON value as a message echoes it: strings and numbers as they are, the rest as JavaScript prints them. */
export function printed(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
