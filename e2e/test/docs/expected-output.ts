import { expect } from "vitest";
import type { Block } from "./markdown.ts";

/**
 * Compares what a block printed with the output that the page shows. `…` in it stands for anything in that line or string;
 * a line of text that is nothing else stands for any lines.
 */
export function expectOutput(printed: string, shown: Block): void {
  const actual = printed.replaceAll("\r", "").trimEnd();
  if (shown.language === "json") expect(JSON.parse(actual)).toEqual(withWildcards(JSON.parse(shown.text)));
  else expect(actual).toMatch(patternOf(shown.text.trimEnd()));
}

/** How many of the calls before it an output says were refused. */
export function refusalsIn(shown: Block | undefined): number {
  return shown?.text.match(/^HTTP\/1\.1 [45]|^[45]\d\d$|"status": [45]\d\d\b/gm)?.length ?? 0;
}

function withWildcards(value: unknown): unknown {
  if (typeof value === "string") return value.includes("…") ? expect.stringMatching(patternOf(value)) : value;
  if (Array.isArray(value)) return value.map(withWildcards);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withWildcards(member)]));
}

function patternOf(text: string): RegExp {
  const lines = text.split("\n").map((line, index, all) => {
    const end = index === all.length - 1 ? "" : "\n";
    if (line === "…") return end === "" ? "[^]*" : "(?:.*\n)*?";
    return line.split("…").map(escaped).join(".*") + end;
  });
  return new RegExp(`^${lines.join("")}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
