import { beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  documentPath,
  newOrganization,
  type Organization,
  putAll,
  runCommand,
  storedTexts,
} from "./organization.ts";

const LONGEST = `/memories/${"选".repeat(338)}`;

/** As they are sent, and as they are stored. */
const names: readonly (readonly [string, string])[] = [
  ...[
    "100%",
    "%2F",
    "%2f..%2f",
    "%",
    "%%",
    "%41",
    "%25",
    "a%zz",
    "_",
    "a_b",
    " ",
    " a b ",
    "?",
    "#",
    "&",
    "+",
    ";",
    "=",
    "a?b#c&d+e;f=g",
    "@:!$'()*,",
  ].map((name) => [name, name] as const),
  ...[
    "😀",
    "👩‍👩‍👧",
    "选型",
    "한국어",
    "ру",
    "ا",
    "é",
    "\u{10ffff}",
    "\ue000",
    "\u2028",
    "\u00a0",
    "\u202e",
    "...",
    "..a",
    "a..",
    '"',
    "\\",
    "<script>",
    "null",
    "__proto__",
  ].map((name) => [name, name] as const),
  ["e\u0301", "é"],
  ["\u1100\u1161", "\uac00"],
  ["/", "/"],
  ["//", "//"],
  ["/a/", "/a/"],
  ["a/b", "a/b"],
  ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
  ["/memories/a b%.md", "/memories/a b%.md"],
  ["/memories/e\u0301/😀", "/memories/é/😀"],
  ["/memoriesX", "/memoriesX"],
  [LONGEST, LONGEST],
  ["n".repeat(1_024), "n".repeat(1_024)],
];

let organization: Organization;
beforeAll(async () => {
  organization = await newOrganization();
});

describe.each(
  names.map(([sent, stored], index) => ({ name: JSON.stringify(stored).slice(0, 40), sent, stored, tag: `n${index}` })),
)("the name $name", ({ sent, stored, tag }) => {
  const at = documentPath(tag, sent);

  test("is one document by every call, in a path and in a body", async () => {
    const expectName = (answer: Answer, status: number) =>
      expect({ status: answer.status, customId: answer.body.customId }, JSON.stringify(answer.body)).toEqual({
        status,
        customId: stored,
      });
    expectName(
      await organization.call("POST", "/v1/documents", { body: { containerTag: tag, customId: sent, content: "1" } }),
      201,
    );
    expectName(await organization.call("PUT", at, { body: { content: "2" } }), 200);
    expectName(await organization.call("PATCH", at, { body: { pinned: true } }), 200);
    expectName(await organization.call("POST", `${at}/edits`, { body: { edits: [{ append: "3" }] } }), 200);
    expectName(await organization.call("GET", at), 200);
    const operations = [
      { op: "upsert", customId: sent, content: "4" },
      { op: "edit", customId: sent, edits: [{ append: "5" }] },
    ];
    const { body: batched } = await organization.call("POST", "/v1/batch", { body: { containerTag: tag, operations } });
    expect(batched.results.map(({ document }: { document: { customId: string } }) => document.customId)).toEqual([
      stored,
      stored,
    ]);
    const { body: listed } = await organization.call(
      "GET",
      `/v1/containers/${tag}/documents?prefix=${encodeURIComponent(sent)}`,
    );
    expect(listed.documents).toMatchObject([{ customId: stored, version: 6 }]);
    expect(await storedTexts(organization, tag)).toEqual({ [stored]: "45" });
    expectName(await organization.call("DELETE", at), 200);
  });

  test("can be renamed to and from, by the call and in a batch", async () => {
    const other = stored.startsWith("/memories/") ? "/memories/other" : "other";
    await putAll(organization, `${tag}r`, { [other]: "text" });
    const rename = (from: string, to: string) =>
      organization.call("POST", `/v1/containers/${tag}r/rename`, { body: { from, to } });
    expect((await rename(other, sent)).body.documents).toEqual([{ from: other, to: stored }]);
    expect((await rename(sent, other)).body.documents).toEqual([{ from: stored, to: other }]);
    const operations = [
      { op: "rename", from: other, to: sent },
      { op: "delete", customId: sent },
    ];
    const { body } = await organization.call("POST", "/v1/batch", { body: { containerTag: `${tag}r`, operations } });
    expect(body.results).toMatchObject([{ renamed: 1 }, { deleted: { customId: stored } }]);
  });
});

describe("a name in every form", () => {
  test("is not another: an escape is no slash, an accent no two characters, an emoji no half of one", async () => {
    const distinct = ["a/b", "a%2Fb", "a%2fb", "a%252Fb", "é", "e", "E", "É", "a", "a ", "A", "選", "选"];
    await putAll(organization, "distinct", Object.fromEntries(distinct.map((name) => [name, name])));
    for (const name of distinct)
      expect((await organization.call("GET", documentPath("distinct", name))).body).toMatchObject({
        customId: name,
        content: name,
      });
    expect(Object.keys(await storedTexts(organization, "distinct"))).toHaveLength(distinct.length);
  });

  test("composed and decomposed is the same memory file for the tool, which echoes it as it was sent", async () => {
    const [composed, decomposed] = ["/memories/caf\u00e9.md", "/memories/cafe\u0301.md"];
    const run = (input: object) => runCommand(organization, "accents", input);
    expect((await run({ command: "create", path: decomposed, file_text: "1" })).body).toMatchObject({
      content: `File created successfully at: ${decomposed}`,
      path: composed,
    });
    expect((await run({ command: "create", path: composed, file_text: "2" })).body.isError).toBe(true);
    expect((await run({ command: "view", path: decomposed })).body).toMatchObject({ isError: false, path: composed });
    expect((await run({ command: "view", path: "/memories" })).body.content).toContain(`1B\t${composed}`);
    expect(await storedTexts(organization, "accents")).toEqual({ [composed]: "1" });
  });

  test("of 1,025 bytes is refused wherever it is", async () => {
    for (const name of ["n".repeat(1_025), `/memories/${"选".repeat(338)}m`]) {
      const requests: readonly [string, string, object?][] = [
        ["GET", documentPath("long", name)],
        ["PUT", documentPath("long", name), { content: "" }],
        ["PATCH", documentPath("long", name), { pinned: true }],
        ["DELETE", documentPath("long", name)],
        ["POST", `${documentPath("long", name)}/edits`, { edits: [{ append: "" }] }],
        ["POST", "/v1/documents", { containerTag: "long", customId: name, content: "" }],
        ["POST", "/v1/containers/long/rename", { from: name, to: "x" }],
        ["POST", "/v1/containers/long/rename", { from: "x", to: name }],
        ["POST", "/v1/batch", { containerTag: "long", operations: [{ op: "delete", customId: name }] }],
        ["POST", "/v1/batch", { containerTag: "long", operations: [{ op: "rename", from: "x", to: name }] }],
      ];
      for (const [method, path, body] of requests) {
        expect(
          (await organization.call(method, path, body === undefined ? {} : { body })).status,
          `${method} ${path.slice(0, 60)}`,
        ).toBe(422);
      }
    }
  });
});

describe("/memories/a", () => {
  const beside = [
    "/memories/a b",
    "/memories/a!",
    "/memories/a-",
    "/memories/a.md",
    "/memories/a0",
    "/memories/a_",
    "/memories/abc",
    "/memories/ab/c",
    "/memories/a%2",
    "/memories/A/x",
    "/memories/á/x",
  ];
  const beneath = ["/memories/a/", "/memories/a/x/y", "/memories/a/x z", "/memories/a/%"].map((name) =>
    name.replace(/\/$/, "/w"),
  );
  const fresh = async (tag: string) => {
    await putAll(organization, tag, Object.fromEntries([...beside, ...beneath].map((name) => [name, name])));
    return Object.fromEntries(beside.map((name) => [name, name]));
  };

  test("takes only what is beneath it along when it is renamed, by the call, in a batch and by the tool", async () => {
    const ways: readonly [string, (tag: string) => Promise<Answer>][] = [
      [
        "call",
        (tag) =>
          organization.call("POST", `/v1/containers/${tag}/rename`, {
            body: { from: "/memories/a", to: "/memories/z" },
          }),
      ],
      [
        "batch",
        (tag) =>
          organization.call("POST", "/v1/batch", {
            body: { containerTag: tag, operations: [{ op: "rename", from: "/memories/a", to: "/memories/z" }] },
          }),
      ],
      [
        "tool",
        (tag) => runCommand(organization, tag, { command: "rename", old_path: "/memories/a", new_path: "/memories/z" }),
      ],
    ];
    for (const [way, rename] of ways) {
      const others = await fresh(`rename-${way}`);
      expect((await rename(`rename-${way}`)).status).toBe(200);
      const moved = Object.fromEntries(beneath.map((name) => [name.replace("/memories/a/", "/memories/z/"), name]));
      expect(await storedTexts(organization, `rename-${way}`)).toEqual({ ...others, ...moved });
    }
  });

  test("takes only what is beneath it along when the tool deletes it", async () => {
    const others = await fresh("delete");
    expect((await runCommand(organization, "delete", { command: "delete", path: "/memories/a" })).body.isError).toBe(
      false,
    );
    expect(await storedTexts(organization, "delete")).toEqual(others);
  });

  test("lists only what is beneath it", async () => {
    await fresh("list");
    const { body: list } = await organization.call("GET", "/v1/containers/list/documents?prefix=/memories/a/");
    expect(list.documents.map(({ customId }: { customId: string }) => customId).sort()).toEqual(beneath.toSorted());
    const { body: tree } = await organization.call("GET", "/v1/containers/list/tree?path=/memories/a&depth=2");
    expect(tree.entries.map(({ path }: { path: string }) => path)).toEqual([
      "/memories/a/%",
      "/memories/a/w",
      "/memories/a/x",
      "/memories/a/x/y",
      "/memories/a/x z",
    ]);
    const { body: view } = await runCommand(organization, "list", { command: "view", path: "/memories/a" });
    expect(
      view.content
        .split("\n")
        .slice(2)
        .map((row: string) => row.split("\t")[1]),
    ).toEqual(["/memories/a/%", "/memories/a/w", "/memories/a/x/", "/memories/a/x/y", "/memories/a/x z"]);
  });
});
