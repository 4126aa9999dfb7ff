import { LIMITS } from "./limits.ts";
import { byteLength } from "./text.ts";

export const MEMORY_ROOT = "/memories";

/** A path that the memory tool refuses; `message` is the contract's text (memory-tool.md, "Paths"). */
export class PathError extends Error {
  override readonly name = "PathError";
}

/**
 * Checks a memory path and returns its canonical form: single slashes, no final slash, NFC, at most 1,024 UTF-8 bytes.
 * Percent escapes are undone only to look for tricks: what is stored is never decoded.
 * @throws PathError in the order of the contract: root, escape, characters, length.
 */
export function canonicalPath(sent: string): string {
  if (sent !== MEMORY_ROOT && !sent.startsWith(`${MEMORY_ROOT}/`)) {
    throw new PathError(`Error: Path must start with /memories, got: ${sent}`);
  }
  const decoded = undoEscapes(sent);
  if (decoded.split(/[/\\]/).some((segment) => segment === "." || segment === "..")) {
    throw new PathError(`Error: Path ${sent} would escape /memories directory`);
  }
  if (/[\\\p{Cc}]/u.test(decoded) || countSlashes(decoded) !== countSlashes(sent)) {
    throw new PathError(`Error: Path ${sent} contains characters that are not allowed`);
  }
  const canonical = sent.replace(/\/+/g, "/").replace(/\/$/, "").normalize("NFC");
  const bytes = byteLength(canonical);
  if (bytes > LIMITS.customIdBytes) {
    throw new PathError(`Error: Path is too long: ${bytes} bytes, the limit is ${LIMITS.customIdBytes}`);
  }
  return canonical;
}

/** The directories above a canonical path, the nearest to the root first, without `/memories` itself. */
export function directoriesAbove(path: string): string[] {
  const above: string[] = [];
  for (let slash = path.indexOf("/", MEMORY_ROOT.length + 1); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    above.push(path.slice(0, slash));
  }
  return above;
}

export function isMemoryPath(customId: string): boolean {
  return customId === MEMORY_ROOT || customId.startsWith(`${MEMORY_ROOT}/`);
}

/**
 * Undoes `%00` to `%7f` until none is left, in one pass: each decoded character may complete an escape that began before it.
 * Escapes of this form cannot overlap, so the order in which they are undone does not change the result.
 */
function undoEscapes(text: string): string {
  if (!text.includes("%")) return text;
  const out: string[] = [];
  for (const character of text) {
    out.push(character);
    for (;;) {
      const [percent, high, low] = out.slice(-3);
      if (percent !== "%" || high === undefined || low === undefined) break;
      if (!/^[0-7]$/.test(high) || !/^[0-9a-fA-F]$/.test(low)) break;
      out.length -= 3;
      out.push(String.fromCharCode(Number.parseInt(high + low, 16)));
    }
  }
  return out.join("");
}

function countSlashes(text: string): number {
  return text.split("/").length - 1;
}
