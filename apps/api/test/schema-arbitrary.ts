import fc from "fast-check";

/** What OpenAPI 3.1 says of a value, as far as ours says it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
}

const ODD_TEXTS = [
  ...[
    "",
    " ",
    ".",
    "..",
    "/",
    "//",
    "/memories",
    "/memories/",
    "/memories/dir/a.md",
    "/memories/dir",
    "/memories/../x",
    "fact:color",
    "a\0b",
    "\ud800",
  ],
  ...[
    "\u0001",
    "\n",
    "%",
    "%00",
    "%2e%2e",
    "_",
    "'",
    '"',
    "\\",
    "$1",
    "{}",
    "--",
    "; drop table documents",
    "😀",
    "选型",
    "e\u0301",
    "null",
    "true",
    "*",
  ],
  ...[
    'W/"1"',
    '"1"',
    '"0"',
    '"99999999999"',
    "1,2",
    "x".repeat(300),
    "é".repeat(600),
    "__proto__",
    "constructor",
    "toString",
  ],
];
const ODD_NUMBERS = [0, -0, -1, 1, 2, 5, 200, 201, 0.5, 1e21, -1e21, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e308, 5e-324];
const ODD_TIMES = [
  ...[
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.123456789Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59.999-23:59",
  ],
  ...[
    "2026-02-30T00:00:00Z",
    "2026-01-01",
    "2026-01-01T24:00:00Z",
    "2026-06-30T23:59:60Z",
    `2026-01-01T00:00:00.${"1".repeat(200)}Z`,
    "infinity",
    "now",
  ],
];

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: "grapheme", maxLength: 20 }));
const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, withObjectString: true, maxDepth: 3 }).filter((value) => isJson(value)),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], nested(50), nested(2_000)),
  oddText,
);

/** Values that mostly fit a schema, with corners, and now and then something else in their place. */
export function arbitraryOf(schema: Schema, document: object, name: string): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: fitting(schema, document, name) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Schema, document: object, name: string): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return referred(schema.$ref, document, name);
  if (
    name === "MemoryCommand" ||
    (name === "body" &&
      schema.type === "object" &&
      schema.properties !== undefined &&
      Object.keys(schema.properties).length === 0)
  )
    return memoryCommand;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined)
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...schema.enum) }, { weight: 1, arbitrary: oddText });
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return fc.oneof(...alternatives.map((each) => fitting(each, document, name)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return objects(schema, document);
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}, document, name), { maxLength: 4 });
    case "string":
      return texts(schema, name);
    case "integer":
    case "number":
      return fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 6 }) },
        { weight: 1, arbitrary: fc.constantFrom(...ODD_NUMBERS) },
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return anything;
  }
}

const MOST_NESTED = 3;
/** How many times a schema is being made within itself: one that holds itself ends in anything. */
const nestedIn = new Map<string, number>();

function referred(ref: string, document: object, name: string): fc.Arbitrary<unknown> {
  const depth = nestedIn.get(ref) ?? 0;
  if (depth === MOST_NESTED) return anything;
  nestedIn.set(ref, depth + 1);
  try {
    return fitting(resolve(ref, document), document, name);
  } finally {
    nestedIn.set(ref, depth);
  }
}

function objects({ properties = {}, required = [] }: Schema, document: object): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, arbitraryOf(each, document, name)]),
  );
  const members = fc.record(known, { requiredKeys: [...required] });
  const more = fc.oneof(
    { weight: 15, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), anything, { maxKeys: 3 }) },
  );
  return fc.tuple(members, more).map(([own, added]) => ({ ...own, ...added }));
}

const NAMES = ["/memories/dir/a.md", "/memories/dir/b.md", "/memories/dir", "/memories/c/d", "fact:color", "note"];

function texts({ format }: Schema, name: string): fc.Arbitrary<unknown> {
  if (format === "date-time")
    return fc.oneof(
      fc.constantFrom(...ODD_TIMES),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    );
  if (format === "uuid") return fc.oneof(fc.uuid(), fc.constantFrom("00000000-0000-0000-0000-000000000000", "x", ""));
  if (name === "If-Match" || name === "If-None-Match")
    return fc.constantFrom('"1"', '"2"', '"1", "2"', "*", 'W/"1"', "1", "", '"-1"', '"2147483648"');
  if (name === "customId" || name === "from" || name === "to" || name === "prefix" || name === "path") {
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: oddText });
  }
  if (name === "cursor") return fc.oneof(fc.constantFrom("", "a.b", "W10.AAAAAAAAAAAAAAAAAAAAAA"), oddText);
  if (name === "limit" || name === "depth")
    return fc.constantFrom("1", "2", "16", "0", "-1", "1e3", "0x10", "", " 1", "201", "NaN");
  return oddText;
}

const path = fc.oneof(fc.constantFrom("/memories", ...NAMES), oddText);
const memoryCommand = fc.record(
  {
    command: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("view", "create", "str_replace", "insert", "delete", "rename") },
      { weight: 1, arbitrary: anything },
    ),
    path,
    file_text: oddText,
    old_str: oddText,
    new_str: oddText,
    insert_line: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom<unknown>(...ODD_NUMBERS, nested(2_000))),
    insert_text: oddText,
    view_range: fc.oneof(fc.tuple(fc.integer({ min: -1, max: 5 }), fc.constantFrom(...ODD_NUMBERS)), anything),
    old_path: path,
    new_path: path,
  },
  { requiredKeys: ["command", "path"] },
);

function resolve(ref: string, document: object): Schema {
  return ref
    .split("/")
    .slice(1)
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Schema;
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
