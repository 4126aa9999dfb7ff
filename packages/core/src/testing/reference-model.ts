import { answer, unstorable } from "../memory/answer.ts";
import { type Command, CommandError, parseCommand, type ToolAnswer } from "../memory/command.ts";
import type { ListedEntry, Outcome } from "../memory/outcome.ts";
import { directoriesAbove, MEMORY_ROOT } from "../path.ts";
import { byteLength, insertAfterLine, linesOf, replaceOnce } from "../text.ts";

/** What the memory tool means, as a function on a map of paths to texts. The database is held against this. */
export class ReferenceModel {
  readonly files: Map<string, string>;

  constructor(files: Iterable<readonly [string, string]> = []) {
    this.files = new Map(files);
  }

  /** Runs one command as the model sent it, changing the files. */
  run(input: unknown): ToolAnswer {
    try {
      const command = parseCommand(input);
      return answer(command, this.#outcome(command));
    } catch (error) {
      if (error instanceof CommandError) return { content: error.message, isError: true };
      throw error;
    }
  }

  #outcome(command: Command): Outcome {
    switch (command.command) {
      case "view":
        return this.#view(command.path.canonical);
      case "create":
        return this.#create(command.path.canonical, command.fileText);
      case "str_replace":
        return this.#strReplace(command.path.canonical, command.oldText, command.newText);
      case "insert":
        return this.#insert(command.path.canonical, command.line, command.text);
      case "delete":
        return this.#delete(command.path.canonical);
      case "rename":
        return this.#rename(command.from.canonical, command.to.canonical);
    }
  }

  #view(path: string): Outcome {
    const content = this.files.get(path);
    if (content !== undefined) return { outcome: "file", content, version: 0 };
    const beneath = this.#beneath(path);
    if (beneath.length === 0 && path !== MEMORY_ROOT) return { outcome: "missing" };
    const entries = this.#list(path, beneath).map((entry, index) => ({ ...entry, place: index + 1 }));
    return { outcome: "directory", entries, counted: entries.length };
  }

  #create(path: string, text: string): Outcome {
    if (path === MEMORY_ROOT || this.#exists(path)) return { outcome: "exists" };
    return this.#fileAbove(path) ?? this.#store(path, text, null);
  }

  #strReplace(path: string, oldText: string, newText: string): Outcome {
    const before = this.files.get(path);
    if (before === undefined) return { outcome: "missing" };
    if (oldText === "") return { outcome: "empty_old_text" };
    const result = replaceOnce(before, oldText, newText);
    if (result.outcome === "ambiguous") return { outcome: "ambiguous", before };
    return result.outcome === "absent" ? { outcome: "absent" } : this.#store(path, result.content, before);
  }

  #insert(path: string, line: unknown, text: string): Outcome {
    const before = this.files.get(path);
    if (before === undefined) return { outcome: "missing" };
    const after = typeof line === "number" ? insertAfterLine(before, line, text) : null;
    if (after === null) return { outcome: "no_such_line", lines: linesOf(before).length };
    return this.#store(path, after, before);
  }

  #delete(path: string): Outcome {
    if (path === MEMORY_ROOT) return { outcome: "root" };
    if (!this.#exists(path)) return { outcome: "missing" };
    for (const gone of [path, ...this.#beneath(path)]) this.files.delete(gone);
    return { outcome: "done", version: null, before: null };
  }

  #rename(from: string, to: string): Outcome {
    if (from === MEMORY_ROOT) return { outcome: "root" };
    if (to === MEMORY_ROOT || this.#exists(to)) return { outcome: "exists" };
    if (!this.#exists(from)) return { outcome: "missing" };
    if (to.startsWith(`${from}/`)) return { outcome: "inside_itself" };
    const above = this.#fileAbove(to);
    if (above !== null) return above;
    const moving = this.files.has(from) ? [from] : this.#beneath(from);
    const longest = Math.max(...moving.map((path) => byteLength(to + path.slice(from.length))));
    if (longest > 1024) return { outcome: "path_too_long", bytes: longest };
    for (const path of moving) {
      this.files.set(to + path.slice(from.length), this.files.get(path) ?? "");
      this.files.delete(path);
    }
    return { outcome: "done", version: null, before: null };
  }

  #store(path: string, text: string, before: string | null): Outcome {
    const refusal = unstorable(text);
    if (refusal !== null) return refusal;
    this.files.set(path, text);
    return { outcome: "done", version: null, before };
  }

  #exists(path: string): boolean {
    return this.files.has(path) || this.#beneath(path).length > 0;
  }

  #beneath(path: string): string[] {
    return [...this.files.keys()].filter((file) => file.startsWith(`${path}/`));
  }

  #fileAbove(path: string): Extract<Outcome, { outcome: "beneath_file" }> | null {
    const file = directoriesAbove(path).find((above) => this.files.has(above));
    return file === undefined ? null : { outcome: "beneath_file", file };
  }

  /** Two levels, depth first, siblings by name in code-point order, without hidden names and node_modules. */
  #list(directory: string, beneath: readonly string[]): ListedEntry[] {
    const entries = new Map<string, number | null>();
    for (const path of beneath) {
      const names = path.slice(directory.length + 1).split("/");
      const shown = names.slice(0, 2);
      for (const [index, name] of shown.entries()) {
        if (name.startsWith(".") || name === "node_modules") break;
        const entry = `${directory}/${shown.slice(0, index + 1).join("/")}`;
        entries.set(entry, index === names.length - 1 ? byteLength(this.files.get(path) ?? "") : null);
      }
    }
    return [...entries].map(([path, bytes]) => ({ path, bytes })).sort((a, b) => comparePaths(a.path, b.path));
  }
}

function comparePaths(left: string, right: string): number {
  const [a, b] = [left.split("/"), right.split("/")];
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareCodePoints(a[index] ?? "", b[index] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareCodePoints(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
