import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";

export const REPOSITORY = path.resolve(import.meta.dirname, "../../..");

/** A fenced block of a page. */
export interface Block {
  /** Of its opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** What follows the language: `output`, `no-test`. */
  readonly flags: readonly string[];
  readonly text: string;
}

export interface Page {
  /** From the repository's root. */
  readonly name: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Every page for people: the ones at the root, and all beneath `docs`. */
export async function allPages(): Promise<Page[]> {
  const beneath = (await readdir(path.join(REPOSITORY, "docs"), { recursive: true })).filter((name) =>
    name.endsWith(".md"),
  );
  const names = [
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    ...beneath.map((name) => path.join("docs", name)).sort(),
  ];
  return names.map((name) => readPage(name));
}

function readPage(name: string): Page {
  const text = readFileSync(path.join(REPOSITORY, name), "utf8");
  return { name, text, blocks: blocksOf(name, text) };
}

/** @throws Error for a fence that this reading would miss: an indented one, tildes, one that is never closed. */
function blocksOf(name: string, text: string): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; info: string; lines: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    if (open !== undefined && line === "```") {
      const [language = "", ...flags] = open.info.split(/\s+/);
      blocks.push({ line: open.line, language, flags, text: open.lines.join("\n") });
      open = undefined;
    } else if (open !== undefined) open.lines.push(line);
    else if (line.startsWith("```")) open = { line: index + 1, info: line.slice(3).trim(), lines: [] };
    else if (/^\s*(```|~~~)/.test(line)) throw new Error(`${name}:${index + 1}: write a fence as \`\`\`, not indented`);
  }
  if (open !== undefined) throw new Error(`${name}:${open.line}: the block is never closed`);
  return blocks;
}

/** The links of a page that lead nowhere. Addresses of other sites are not asked. */
export function brokenLinks({ name, text }: Page): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => target);
  return targets.filter((target) => !/^https?:/.test(target) && !resolves(name, target));
}

function resolves(from: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const absolute = file === "" ? path.join(REPOSITORY, from) : path.resolve(REPOSITORY, path.dirname(from), file);
  if (!existsSync(absolute)) return false;
  return anchor === undefined || headingsOf(readFileSync(absolute, "utf8")).includes(anchor);
}

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

/** Files and folders of the repository that a page names in code quotes and that are not there. */
export function missingFiles({ text }: Page): string[] {
  const quoted = [
    ...text.matchAll(/`((?:apps|packages|drizzle|docs|e2e|conformance|examples|scripts|\.ci)\/[^`\s]*)`/g),
  ];
  const names = quoted.flatMap(([, name = ""]) => name).filter((name) => !/[<>*…{}]|NNNN/.test(name));
  return [...new Set(names)].filter((name) => !existsSync(path.join(REPOSITORY, name)));
}
