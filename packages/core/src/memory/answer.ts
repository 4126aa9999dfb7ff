import { LIMITS } from "../limits.ts";
import type { SentFinding } from "../secrets/screen.ts";
import { byteLength, linesOf, occurrenceLines, replaceOnce } from "../text.ts";
import { type Command, printed, type ToolAnswer } from "./command.ts";
import { wordListing } from "./listing.ts";
import type { Outcome } from "./outcome.ts";

/** Words what became of a command, to the byte of the contract (memory-tool.md, "Commands"). */
export function answer(command: Command, outcome: Outcome): ToolAnswer {
  const refusal = refusalText(command, outcome);
  return refusal === null
    ? { content: successText(command, outcome), isError: false }
    : { content: refusal, isError: true };
}

function successText(command: Command, outcome: Outcome): string {
  if (outcome.outcome === "proposed") {
    return `Saved for review: ${command.command === "rename" ? command.to.sent : command.path.sent}`;
  }
  switch (command.command) {
    case "view":
      if (outcome.outcome === "directory") return wordListing(command.path.canonical, command.range, outcome);
      if (outcome.outcome === "file") return wordFile(command.path.sent, command.range, outcome.content);
      break;
    case "create":
      return `File created successfully at: ${command.path.sent}`;
    case "str_replace":
      if (outcome.outcome === "done" && outcome.before !== null)
        return wordSnippet(command, outcome.before, outcome.after);
      break;
    case "insert":
      return `The file ${command.path.sent} has been edited.`;
    case "delete":
      return `Successfully deleted ${command.path.sent}`;
    case "rename":
      return `Successfully renamed ${command.from.sent} to ${command.to.sent}`;
  }
  throw new TypeError(`A ${command.command} cannot end as ${outcome.outcome}`);
}

function refusalText(command: Command, outcome: Outcome): string | null {
  const sent = command.command === "rename" ? command.from.sent : command.path.sent;
  switch (outcome.outcome) {
    case "file":
      return linesOf(outcome.content).length > LIMITS.viewLines
        ? `File ${sent} exceeds maximum line limit of ${LIMITS.viewLines.toLocaleString("en-US")} lines.`
        : null;
    case "directory":
    case "done":
    case "proposed":
      return null;
    case "missing":
      if (command.command === "view") return `The path ${sent} does not exist. Please provide a valid path.`;
      return command.command === "str_replace"
        ? `Error: The path ${sent} does not exist. Please provide a valid path.`
        : `Error: The path ${sent} does not exist`;
    case "exists":
      return command.command === "rename"
        ? `Error: The destination ${command.to.sent} already exists`
        : `Error: File ${sent} already exists`;
    case "beneath_file":
      return command.command === "rename"
        ? `Error: Cannot rename ${sent} to ${command.to.sent}: ${outcome.file} is a file`
        : `Error: Cannot create ${sent}: ${outcome.file} is a file`;
    case "root":
      return `Error: Cannot ${command.command} the /memories directory itself`;
    case "inside_itself":
      return command.command === "rename"
        ? `Error: Cannot rename ${sent} to ${command.to.sent}, a path inside it`
        : null;
    case "empty_old_text":
      return "Error: Invalid parameter for str_replace: old_str must not be empty";
    case "absent":
      return command.command === "str_replace"
        ? `No replacement was performed, old_str \`${command.oldText}\` did not appear verbatim in ${sent}.`
        : null;
    case "ambiguous":
      return command.command === "str_replace"
        ? `No replacement was performed. Multiple occurrences of old_str \`${command.oldText}\` in lines: ${occurrenceLines(outcome.before, command.oldText).join(", ")}. Please ensure it is unique`
        : null;
    case "no_such_line":
      return command.command === "insert"
        ? `Error: Invalid \`insert_line\` parameter: ${printed(command.line)}. It should be within the range of lines of the file: [0, ${outcome.lines}]`
        : null;
    case "too_large":
      return `Error: File ${sent} would be ${outcome.bytes} bytes; the limit is ${LIMITS.contentBytes} bytes`;
    case "not_storable":
      return `Error: File ${sent} cannot contain NUL characters`;
    case "secret_detected":
      return wordSecret(outcome.findings[0]);
    case "path_too_long":
      return `Error: Path is too long: ${outcome.bytes} bytes, the limit is ${LIMITS.customIdBytes}`;
    case "version_mismatch":
      return `Error: ${sent} was changed by another writer after you last viewed it. View it again, then ${command.command}.`;
  }
}

/** A file, numbered, at most 16,000 characters of its text: cut at a line, and inside the first one if that is longer. */
function wordFile(path: string, range: readonly [number, number] | null, content: string): string {
  const lines = linesOf(content);
  const first = Math.max(1, range?.[0] ?? 1);
  const last = range === null || range[1] < 0 ? lines.length : Math.min(range[1], lines.length);
  const asked = lines.slice(first - 1, Math.max(last, first - 1));
  const shown: string[] = [];
  let characters = -1;
  for (const line of asked) {
    characters += line.length + 1;
    if (characters > LIMITS.viewCharacters) break;
    shown.push(line);
  }
  const header = `Here's the content of ${path} with line numbers:\n`;
  if (shown.length === asked.length) return header + numbered(shown, first);
  const [firstAsked = ""] = asked;
  if (shown.length === 0) {
    const note = `line ${first} of ${lines.length} is cut. Use view_range to read the lines after it.`;
    return `${header}${numbered([cut(firstAsked)], first)}\n[Truncated at ${LIMITS.viewCharacters} characters: ${note}]`;
  }
  const note = `lines ${first}-${first + shown.length - 1} of ${lines.length} are shown. Use view_range to read the rest.`;
  return `${header}${numbered(shown, first)}\n[Truncated at ${LIMITS.viewCharacters} characters: ${note}]`;
}

/** The first 16,000 characters of a line, without half of a surrogate pair at the end. */
function cut(line: string): string {
  const text = line.slice(0, LIMITS.viewCharacters);
  return text.isWellFormed() ? text : text.slice(0, -1);
}

/** Two lines before to two lines after the first changed line. `stored` is the result where it is not the edit's own. */
function wordSnippet(command: Extract<Command, { command: "str_replace" }>, before: string, stored?: string): string {
  const result = replaceOnce(before, command.oldText, command.newText);
  if (result.outcome !== "replaced") throw new TypeError("The snippet of an edit that did not happen");
  const changed = linesOf(before.slice(0, before.indexOf(command.oldText))).length;
  const lines = linesOf(stored ?? result.content);
  const first = Math.max(1, changed - 2);
  return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${numbered(
    lines.slice(first - 1, changed + 2),
    first,
  )}`;
}

function wordSecret(finding: SentFinding | undefined): string {
  const place = finding?.path === "path" ? "the path" : `line ${finding?.line}`;
  return `Error: Not saved: ${place} looks like it contains a secret (${finding?.rule}). Remove it and try again.`;
}

function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${String(first + index).padStart(6)}\t${line}`).join("\n");
}

/** What a text would be refused for if it were stored, or null. Checked after the path is found to be free or present. */
export function unstorable(text: string): Extract<Outcome, { outcome: "too_large" | "not_storable" }> | null {
  if (text.includes("\0")) return { outcome: "not_storable" };
  const bytes = byteLength(text);
  return bytes > LIMITS.contentBytes ? { outcome: "too_large", bytes } : null;
}
