import fc from "fast-check";
import { ReferenceModel } from "./reference-model.ts";

/** Names that have gone wrong somewhere before: patterns, escapes, both forms of an accent, prefixes of each other, hidden ones. */
const names = fc.constantFrom(
  ...[
    "a",
    "ab",
    "a-b.txt",
    "a0",
    "A",
    "a b",
    " a",
    "100%",
    "a_b",
    "%41",
    "%",
    "..a",
    "...",
    "$&",
    "?#&+;=",
    "😀",
    "选型",
    "é",
    "e\u0301",
  ],
  ...["\ufb01", "\u{10ffff}", "\ue000", ".hidden", "node_modules", "node_modules2", "L".repeat(200), "é".repeat(100)],
);

const plainPath = fc
  .array(names, { minLength: 1, maxLength: 5, size: "max" })
  .map((segments) => `/memories/${segments.join("/")}`);

const strangePath = fc.oneof(
  fc.constantFrom(
    "/memories",
    "/memories/",
    "//memories/a",
    "/memoriesX",
    "/memories/../a",
    "/memories/%2e%2E/a",
    "memories/a",
    "",
    "/",
  ),
  fc.constantFrom(
    "/memories/.",
    "/memories/a/..",
    "/memories/a\\b",
    "/memories/a%5cb",
    "/memories/%2525252e./a",
    "/memories/a\u0007",
    "/memories/%0a",
  ),
  fc.constantFrom(
    "/memories/a\0",
    "/memories/\ud800",
    "/memories/\udc00a",
    "/memories/a%2fb",
    "/memories/%252Fa",
    "/memories/\u0085",
  ),
  plainPath.map((path) => `${path}/`),
  plainPath.map((path) => path.replaceAll("/", "//").slice(1)),
  plainPath.map((path) => path.replaceAll("/", "///")),
  fc.constantFrom(1_010, 1_013, 1_014, 1_015, 1_020).map((length) => `/memories/${"n".repeat(length)}`),
);

const path = fc.oneof({ weight: 12, arbitrary: plainPath }, { weight: 2, arbitrary: strangePath });

const pieces = fc.constantFrom(
  ...[
    "a",
    "b",
    "aa",
    "ab",
    "\n",
    "\n",
    "\r\n",
    "x\n",
    "\f",
    "\u2028",
    " ",
    "$&",
    "$1",
    "\\1",
    "\\n",
    "%s",
    "'",
    '"',
    "`",
    "{}",
    "😀",
    "选型",
    "é",
    "e\u0301",
  ],
);
const plainText = fc.array(pieces, { maxLength: 12, size: "max" }).map((parts) => parts.join(""));
const strangeText = fc.oneof(
  fc.constantFrom("a\0b", "\0", "\ud83d", "\ude00a", "\u{10ffff}\ue000"),
  plainText.map((text) => `${"long ".repeat(3_500)}${text}`),
);
/** Around the limit of 1 MiB, to within what an edit adds. */
const hugeText = fc
  .constantFrom(1_048_560, 1_048_574, 1_048_575, 1_048_576, 1_048_577)
  .map((length) => `z\n${"y".repeat(length - 2)}`);

const text = fc.oneof(
  { weight: 20, arbitrary: plainText },
  { weight: 2, arbitrary: strangeText },
  { weight: 1, arbitrary: hugeText },
);
const shortText = fc.oneof({ weight: 20, arbitrary: plainText }, { weight: 1, arbitrary: strangeText });
const oldText = fc.oneof(
  { weight: 8, arbitrary: pieces },
  { weight: 2, arbitrary: plainText },
  { weight: 1, arbitrary: strangeText },
  { weight: 1, arbitrary: fc.constant("z") },
);

const number = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -1, max: 7 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0.5, -0.5, 1e300, -1e300, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER),
  },
);
const range = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(number, number) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, "1,2", [1], [1, 2, 3], ["1", "2"], {}, 3) },
);
const wrong = fc.constantFrom<unknown>(null, 1, true, [], {}, ["/memories/a"], { toString: "x" });

const wellFormed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ command: fc.constant("view"), path }) },
  { weight: 2, arbitrary: fc.record({ command: fc.constant("view"), path, view_range: range }) },
  { weight: 1, arbitrary: fc.constant({ command: "view", path: "/memories" }) },
  { weight: 10, arbitrary: fc.record({ command: fc.constant("create"), path, file_text: text }) },
  {
    weight: 6,
    arbitrary: fc.record({ command: fc.constant("str_replace"), path, old_str: oldText, new_str: shortText }),
  },
  { weight: 1, arbitrary: fc.record({ command: fc.constant("str_replace"), path, old_str: oldText }) },
  {
    weight: 5,
    arbitrary: fc.record({ command: fc.constant("insert"), path, insert_line: number, insert_text: shortText }),
  },
  { weight: 2, arbitrary: fc.record({ command: fc.constant("delete"), path }) },
  { weight: 4, arbitrary: fc.record({ command: fc.constant("rename"), old_path: path, new_path: path }) },
) as fc.Arbitrary<Record<string, unknown>>;

const FIELDS = [
  "command",
  "path",
  "file_text",
  "old_str",
  "new_str",
  "insert_line",
  "insert_text",
  "view_range",
  "old_path",
  "new_path",
];

const malformed = fc
  .tuple(wellFormed, fc.constantFrom(...FIELDS), wrong)
  .map(([command, field, value]) => ({ ...command, [field]: value }));

/** A command of the memory tool as a model might send it, now and then as none should. Few names, so that commands meet. */
const command = fc.oneof({ weight: 20, arbitrary: wellFormed }, { weight: 1, arbitrary: malformed });

type Command = Readonly<Record<string, unknown>>;

/**
 * Commands of one agent, in order. Most are led to a file that is there when they run, to a directory above it, or to a text that
 * it holds, whatever became of the commands before: so edits find their file, and a shrunk sequence still makes sense.
 */
export const commandSequence: fc.Arbitrary<readonly Command[]> = fc
  .array(fc.tuple(command, fc.nat(), fc.nat({ max: 9 })), { maxLength: 60, size: "max" })
  .map((drawn) => {
    const model = new ReferenceModel();
    return drawn.map(([input, choice, aim]) => {
      const led = aim < 8 ? lead(input, [...model.files], choice) : input;
      model.run(led);
      return led;
    });
  });

function lead(input: Command, files: readonly (readonly [string, string])[], choice: number): Command {
  const [file, content] = files[choice % files.length] ?? [];
  if (file === undefined || content === undefined) return input;
  const directories = file.split("/").slice(0, -1);
  const directory = directories.slice(0, 2 + (choice % Math.max(1, directories.length - 1))).join("/");
  const isAtDirectory = choice % 3 === 0;
  switch (input["command"]) {
    case "create": {
      const { path } = input;
      return isAtDirectory && typeof path === "string"
        ? { ...input, path: `${directory}/${path.split("/").at(-1)}` }
        : input;
    }
    case "str_replace":
      return {
        ...input,
        path: file,
        ...(choice % 2 === 0 && content !== "" ? { old_str: pieceOf(content, choice) } : {}),
      };
    case "insert":
      return { ...input, path: file };
    case "view":
    case "delete":
      return { ...input, path: isAtDirectory ? directory : file };
    case "rename":
      return { ...input, old_path: isAtDirectory ? directory : file };
    default:
      return input;
  }
}

function pieceOf(content: string, choice: number): string {
  const points = [...content.slice(0, 1_000)];
  const start = choice % points.length;
  return points.slice(start, start + 1 + (choice % 5)).join("");
}
