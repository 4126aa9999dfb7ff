const encoder = new TextEncoder();

/** UTF-8 bytes of a text. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Lines as the memory tool counts them: `split("\n")`, so a final newline ends in an empty line. */
export function linesOf(content: string): string[] {
  return content.split("\n");
}

export type ReplaceResult =
  | { readonly outcome: "replaced"; readonly content: string }
  | { readonly outcome: "absent" }
  | { readonly outcome: "ambiguous"; readonly lines: readonly number[] };

/** Replaces `oldText` if it occurs exactly once, counted without overlaps over the whole text. Both are plain text: no patterns. `oldText` is not empty. */
export function replaceOnce(content: string, oldText: string, newText: string): ReplaceResult {
  const parts = content.split(oldText);
  if (parts.length === 1) return { outcome: "absent" };
  if (parts.length > 2) return { outcome: "ambiguous", lines: linesOfOccurrences(parts, oldText) };
  return { outcome: "replaced", content: parts.join(newText) };
}

/** Puts `text` after line `line` (0 is the top). One final newline of the text is dropped; nothing is added. Null when there is no such line. */
export function insertAfterLine(content: string, line: number, text: string): string | null {
  const lines = linesOf(content);
  if (!Number.isInteger(line) || line < 0 || line > lines.length) return null;
  lines.splice(line, 0, text.endsWith("\n") ? text.slice(0, -1) : text);
  return lines.join("\n");
}

/** The 1-based lines on which occurrences of `oldText` begin, each line once, ascending. */
export function occurrenceLines(content: string, oldText: string): number[] {
  return linesOfOccurrences(content.split(oldText), oldText);
}

function linesOfOccurrences(parts: readonly string[], oldText: string): number[] {
  const lines = new Set<number>();
  const newlinesInside = countNewlines(oldText);
  let line = 1;
  for (const part of parts.slice(0, -1)) {
    line += countNewlines(part);
    lines.add(line);
    line += newlinesInside;
  }
  return [...lines];
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** The first text, in order of code points, that is after every text beginning with `prefix`; null when there is none. */
export function prefixEnd(prefix: string): string | null {
  const points = [...prefix];
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0;
    if (point === 0x10ffff) continue;
    // 0xD800 to 0xDFFF are surrogates, which no text holds.
    return points.join("") + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1);
  }
  return null;
}
