import { StelaError } from "../errors.ts";

type Value = string | number | boolean;

/** `SYSTEM_CONFIG: k=v, k=v`. @throws StelaError for a value of more than one line. */
export function configText(config: Readonly<Record<string, Value | undefined>>): string | null {
  const pairs = entriesOf(config).map(([key, value]) => {
    if (value === "" || /[\r\n]/.test(value)) throw new StelaError(`config.${key} must be one line of text`);
    return `${key}=${value}`;
  });
  return pairs.length === 0 ? null : `SYSTEM_CONFIG: ${pairs.join(", ")}`;
}

/** `STATE_ANCHOR: k=v|k=v`. @throws StelaError for a key that is not declared, and a value that could be read as two. */
export function stateText(
  state: Readonly<Record<string, Value | undefined>>,
  keys: readonly string[],
): { readonly text: string; readonly anchors: readonly string[] } | null {
  const pairs = entriesOf(state).map(([key, value]) => {
    if (!keys.includes(key)) throw new StelaError(`state.${key} is not one of the declared keys: ${keys.join(", ")}`);
    if (!/^[^\s|=]+$/u.test(value)) throw new StelaError(`state.${key} must be text without spaces, | and =`);
    return [key, value] as const;
  });
  if (pairs.length === 0) return null;
  const text = `STATE_ANCHOR: ${pairs.map((pair) => pair.join("=")).join("|")}`;
  return { text, anchors: pairs.map(([, value]) => value) };
}

/** A name that goes into a heading. @throws StelaError */
export function oneLine(what: string, value: string): string {
  if (typeof value === "string" && value.trim() !== "" && !/[\r\n]/.test(value)) return value;
  throw new StelaError(`${what} must be one line of text`);
}

/** The tag of a fence. @throws StelaError */
export function fenceTag(name: string, language: string | undefined): string {
  if (language === undefined) return BY_EXTENSION[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ""] ?? "";
  if (/^[\w+#.-]*$/.test(language)) return language;
  throw new StelaError("language must be a tag such as typescript or c++");
}

/** A heading and a fenced block, whose fence is longer than any in the text. */
export function fencedText(heading: string, tag: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${heading}\n${fence}${tag}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}

function entriesOf(values: Readonly<Record<string, Value | undefined>>): (readonly [string, string])[] {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)] as const]));
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ts: "typescript",
  mts: "typescript",
  tsx: "tsx",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "jsx",
  py: "python",
  rb: "ruby",
  rs: "rust",
  go: "go",
  java: "java",
  kt: "kotlin",
  swift: "swift",
  c: "c",
  h: "c",
  cc: "cpp",
  cpp: "cpp",
  cs: "csharp",
  php: "php",
  sql: "sql",
  sh: "bash",
  json: "json",
  yaml: "yaml",
  yml: "yaml",
  toml: "toml",
  xml: "xml",
  html: "html",
  css: "css",
  md: "markdown",
  csv: "csv",
};
