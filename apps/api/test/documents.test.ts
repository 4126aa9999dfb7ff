import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, documentPath, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const FIELDS = {
  content: "one\ntwo\n",
  metadata: { n: 1.5, deep: { list: [1, "é", null, true] }, "": "empty", __proto__x: 1 },
  tags: ["b", "a", "选型"],
  category: "decision",
  key: "k",
  importance: 3,
  status: "archived",
  source: "chat",
  pinned: true,
  expiresAt: "2999-01-01T00:00:00.123Z",
};
const CLEARABLE = ["category", "key", "importance", "source", "expiresAt"] as const;

let organization: Organization;
let tag: string;
let tags = 0;
beforeAll(async () => {
  organization = await newOrganization();
});
beforeEach(() => {
  tag = `c${tags++}`;
});

const at = (customId: string) => documentPath(tag, customId);
const put = (customId: string, body: object, headers: Record<string, string> = {}) =>
  organization.call("PUT", at(customId), { body, headers });
const patch = (customId: string, body: object, headers: Record<string, string> = {}) =>
  organization.call("PATCH", at(customId), { body, headers });
const get = (customId: string, headers: Record<string, string> = {}) =>
  organization.call("GET", at(customId), { headers });
const edit = (customId: string, edits: readonly object[], headers: Record<string, string> = {}) =>
  organization.call("POST", `${at(customId)}/edits`, { body: { edits }, headers });

/** A write's answer is the row as a read finds it, and its ETag is the version. */
async function expectEcho(answer: Answer): Promise<void> {
  const { body, headers } = answer;
  expect(headers.get("etag")).toBe(`"${body.version}"`);
  expect((await organization.call("GET", `/v1/documents/${body.id}`)).body).toEqual(body);
  expect((await organization.call("GET", documentPath(body.containerTag, body.customId))).body).toEqual(body);
}

describe("an upsert", () => {
  test("makes a document with every field as it was sent, and answers the stored row", async () => {
    const answer = await organization.call("POST", "/v1/documents", {
      body: { containerTag: tag, customId: "all", ...FIELDS },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...FIELDS,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      containerTag: tag,
      customId: "all",
      version: 1,
      bytes: 8,
      lines: 3,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: answer.body.createdAt,
      lastAccessedAt: answer.body.createdAt,
    });
    await expectEcho(answer);
  });

  test("of a bare text has the defaults, and leaves out what is empty", async () => {
    const { body } = await put("bare", { content: "" });
    const { id: _, createdAt, updatedAt, lastAccessedAt, ...rest } = body;
    expect(rest).toEqual({
      containerTag: tag,
      customId: "bare",
      version: 1,
      content: "",
      metadata: {},
      tags: [],
      status: "active",
      pinned: false,
      bytes: 0,
      lines: 1,
    });
    expect(new Set([createdAt, updatedAt, lastAccessedAt]).size).toBe(1);
  });

  test("without a customId makes one each time, named by its id", async () => {
    const answers = await Promise.all(
      [1, 2].map(() => organization.call("POST", "/v1/documents", { body: { containerTag: tag, content: "x" } })),
    );
    for (const { status, body } of answers)
      expect({ status, customId: body.customId }).toEqual({ status: 201, customId: body.id });
    expect(answers[0]?.body.id).not.toBe(answers[1]?.body.id);
  });

  test.each([
    [
      "POST",
      (body: object) =>
        organization.call("POST", "/v1/documents", { body: { containerTag: tag, customId: "x", ...body } }),
    ],
    ["PUT", (body: object) => put("x", body)],
    ["PATCH", (body: object) => patch("x", body)],
  ])("of an existing document by %s keeps the fields that are not sent, one by one", async (_, write) => {
    const { body: first } = await put("x", FIELDS);
    let before = first;
    for (const [field, value] of Object.entries({
      ...FIELDS,
      content: "new",
      metadata: { only: 1 },
      tags: [],
      category: "todo",
      key: "l",
      importance: 1,
      status: "active",
      source: "s",
      pinned: false,
      expiresAt: "2998-01-01T00:00:00.000Z",
    })) {
      const answer = await write({ [field]: value });
      expect(answer.status).toBe(200);
      const counted = field === "content" ? { bytes: 3, lines: 1 } : {};
      expect(answer.body).toEqual({
        ...before,
        ...counted,
        [field]: value,
        version: before.version + 1,
        updatedAt: answer.body.updatedAt,
      });
      expect(answer.body.updatedAt >= before.updatedAt).toBe(true);
      await expectEcho(answer);
      before = answer.body;
    }
  });

  test.each(["PUT", "PATCH"])("by %s clears what is sent as null", async (method) => {
    await put("x", FIELDS);
    for (const field of CLEARABLE) {
      const { status, body } = await organization.call(method, at("x"), { body: { [field]: null } });
      expect({ status, has: field in body }).toEqual({ status: 200, has: false });
    }
    const { body } = await get("x");
    expect(Object.keys(body).filter((field) => (CLEARABLE as readonly string[]).includes(field))).toEqual([]);
    expect(body).toMatchObject({
      content: FIELDS.content,
      tags: FIELDS.tags,
      metadata: FIELDS.metadata,
      status: "archived",
      pinned: true,
    });
  });

  test("refuses null for what is never empty, and values that are none of theirs", async () => {
    await put("x", FIELDS);
    const wrong: readonly [string, unknown][] = [
      ...["content", "metadata", "tags", "status", "pinned"].map((field): [string, unknown] => [field, null]),
      ...(["category", "status"] as const).map((field): [string, unknown] => [field, "other"]),
      ...[0, 6, 1.5, "3"].map((value): [string, unknown] => ["importance", value]),
      ...["yesterday", "2026-02-30T00:00:00Z", "2026-01-01", 1].map((value): [string, unknown] => ["expiresAt", value]),
      ...[[1], "a", [""], ["a\n"]].map((value): [string, unknown] => ["tags", value]),
      ...[[], "x", 1].map((value): [string, unknown] => ["metadata", value]),
      ["key", ""],
      ["pinned", "true"],
      ["content", 1],
    ];
    for (const [field, value] of wrong) {
      const answer = await patch("x", { [field]: value });
      expectProblem(answer, 422, "validation_failed");
      expect(answer.body.errors[0].path).toMatch(new RegExp(`^${field}`));
    }
    expect((await get("x")).body.version).toBe(1);
  });

  test("takes a time at any offset, and keeps the moment to the millisecond", async () => {
    const times: readonly [string, string][] = [
      ["2026-01-01T00:00:00+23:00", "2025-12-31T01:00:00.000Z"],
      ["2026-01-01T00:00:00.123987654321Z", "2026-01-01T00:00:00.123Z"],
      ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
      ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ];
    for (const [sent, kept] of times)
      expect((await put("x", { content: "", expiresAt: sent })).body.expiresAt).toBe(kept);
    for (const sent of ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"]) {
      expectProblem(await put("x", { content: "", expiresAt: sent }), 422, "validation_failed");
    }
  });

  test("of a new document needs a text", async () => {
    const answer = await put("x", { pinned: true });
    expectProblem(answer, 422, "validation_failed");
    expect(answer.body.errors).toMatchObject([{ path: "content" }]);
    expectProblem(await get("x"), 404, "not_found");
  });

  test("of a memory file is refused where a directory is, or beneath a file", async () => {
    await put("/memories/dir/file", { content: "" });
    const [onDirectory, beneathFile] = [
      await put("/memories/dir", { content: "" }),
      await put("/memories/dir/file/x", { content: "" }),
    ];
    expectProblem(onDirectory, 409, "conflict");
    expect(onDirectory.body.reason).toBe("exists");
    expectProblem(beneathFile, 409, "conflict");
    expect(beneathFile.body).toMatchObject({ reason: "beneath_file", file: "/memories/dir/file" });
    // Names outside /memories are no tree.
    expect((await put("dir/file", { content: "" })).status).toBe(201);
    expect((await put("dir", { content: "" })).status).toBe(201);
  });

  test("of a memory file needs its path to be written as it is stored", async () => {
    for (const [customId, message] of [
      ["/memories", "must name a file beneath /memories"],
      ["/memories/", "must be written as /memories"],
      ["/memories//a", "must be written as /memories/a"],
      ["/memories/a/", "must be written as /memories/a"],
      ["/memories/../a", "Path /memories/../a would escape /memories directory"],
      ["/memories/%2e%2e/a", "Path /memories/%2e%2e/a would escape /memories directory"],
    ] as const) {
      const answer = await organization.call("POST", "/v1/documents", {
        body: { containerTag: tag, customId, content: "" },
      });
      expectProblem(answer, 422, "validation_failed");
      expect(answer.body.errors).toContainEqual({ path: "customId", message });
    }
  });

  test("keeps whatever JSON metadata holds, to the member", async () => {
    const metadata = JSON.parse(
      '{"__proto__":{"a":1},"constructor":null,"z":0,"a":[[],{}],"n":[1e308,-0.1,5e-324,9007199254740991],"t":"\\u2028😀\\"\\\\"}',
    );
    const { body } = await put("x", { content: "", metadata });
    expect(JSON.stringify(sorted(body.metadata))).toBe(JSON.stringify(sorted(metadata)));
  });
});

/** With members in order of name, at every level. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.entries(value)
    .map(([name, member]) => [name, sorted(member)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

describe("preconditions", () => {
  test("If-Match writes at one of the versions named, weak or strong, and at none other", async () => {
    await put("x", { content: "1" });
    for (const header of ['"2"', 'W/"2"', '"2", "3"', '"2147483647"']) {
      const answers = await Promise.all([
        put("x", { content: "2" }, { "if-match": header }),
        patch("x", { content: "2" }, { "if-match": header }),
        edit("x", [{ append: "2" }], { "if-match": header }),
        organization.call("DELETE", at("x"), { headers: { "if-match": header } }),
      ]);
      for (const answer of answers) {
        expectProblem(answer, 412, "version_mismatch");
        expect(answer.body.currentVersion).toBe(1);
      }
    }
    expect((await put("x", { content: "2" }, { "if-match": '"1"' })).body.version).toBe(2);
    expect((await patch("x", { content: "3" }, { "if-match": 'W/"2"' })).body.version).toBe(3);
    expect((await edit("x", [{ append: "4" }], { "if-match": '"9" , "3"' })).body.version).toBe(4);
    expect((await put("x", { content: "5" }, { "if-match": "*" })).body.version).toBe(5);
    expect((await organization.call("DELETE", at("x"), { headers: { "if-match": '"5"' } })).status).toBe(200);
  });

  test("If-Match on what is not there makes nothing", async () => {
    for (const header of ['"1"', "*"]) {
      const answer = await put("x", { content: "" }, { "if-match": header });
      expectProblem(answer, 412, "version_mismatch");
      expect(answer.body.currentVersion).toBe(null);
    }
    expectProblem(await get("x"), 404, "not_found");
  });

  test("If-None-Match: * makes what is not there, and leaves what is", async () => {
    expect((await put("x", { content: "1" }, { "if-none-match": "*" })).status).toBe(201);
    const answer = await put("x", { content: "2" }, { "if-none-match": "*" });
    expectProblem(answer, 412, "version_mismatch");
    expect(answer.body.currentVersion).toBe(1);
    expect((await get("x")).body.content).toBe("1");
  });

  test("a condition that a call would have to ignore is refused", async () => {
    await put("x", { content: "" });
    const rename = (headers: Record<string, string>) =>
      organization.call("POST", `/v1/containers/${tag}/rename`, { body: { from: "x", to: "y" }, headers });
    for (const answer of [
      await put("x", { content: "" }, { "if-none-match": '"1"' }),
      await put("x", { content: "" }, { "if-match": '"1"', "if-none-match": "*" }),
      await patch("x", { content: "" }, { "if-none-match": "*" }),
      await edit("x", [{ append: "" }], { "if-none-match": "*" }),
      await rename({ "if-match": '"1"' }),
      await rename({ "if-none-match": "*" }),
    ]) {
      expectProblem(answer, 422, "validation_failed");
    }
    expect((await get("x")).body.version).toBe(1);
  });

  test("a reader who has the version is told so, without the text", async () => {
    await put("x", { content: "1" });
    for (const header of ['"1"', 'W/"1"', '"7", "1"', "*"]) {
      const { status, headers, body } = await get("x", { "if-none-match": header });
      expect({ status, body, etag: headers.get("etag") }).toEqual({ status: 304, body: undefined, etag: '"1"' });
    }
    for (const header of ['"2"', "1", '"11"', "nonsense"])
      expect((await get("x", { "if-none-match": header })).status).toBe(200);
  });
});

describe("edits", () => {
  test("of every kind are applied in order, each to what the ones before have made", async () => {
    await put("x", { content: "one\ntwo" });
    const answer = await edit("x", [
      { oldStr: "two", newStr: "2 $& \\1" },
      { insertLine: 0, insertText: "top\n" },
      { append: "\nend" },
      { oldStr: "end" },
      { oldStr: "top\none", newStr: "1" },
      { insertLine: 3, insertText: "last" },
    ]);
    expect(answer.body).toMatchObject({ content: "1\n2 $& \\1\n\nlast", version: 2 });
    await expectEcho(answer);
    const byId = await organization.call("POST", `/v1/documents/${answer.body.id}/edits`, {
      body: { edits: [{ append: "!" }] },
    });
    expect(byId.body).toMatchObject({ content: "1\n2 $& \\1\n\nlast!", version: 3 });
  });

  test("that cannot be applied say which, and leave all as it was", async () => {
    const { body: before } = await put("x", { content: "a\nb a\nc" });
    const refusals: readonly [object, object][] = [
      [
        { oldStr: "z", newStr: "" },
        { reason: "absent", editIndex: 1 },
      ],
      [
        { oldStr: "a", newStr: "" },
        { reason: "ambiguous", editIndex: 1, lines: [2, 3] },
      ],
      [
        { insertLine: 5, insertText: "" },
        { reason: "no_such_line", editIndex: 1, lines: 4 },
      ],
    ];
    for (const [refused, expected] of refusals) {
      const answer = await edit("x", [{ insertLine: 0, insertText: "first" }, refused, { append: "x" }]);
      expectProblem(answer, 409, "conflict");
      expect(answer.body).toMatchObject(expected);
    }
    expect((await get("x")).body).toEqual(before);
  });

  test("that are none are refused before anything runs", async () => {
    await put("x", { content: "a" });
    const wrong: readonly unknown[] = [
      {},
      { oldStr: "", newStr: "" },
      { oldStr: "a", newStr: null },
      { insertLine: -1, insertText: "" },
      { insertLine: 1.5, insertText: "" },
      { insertLine: "1", insertText: "" },
      { insertLine: 0 },
      { append: 1 },
      { append: "a", oldStr: "a" },
      { append: "a", more: 1 },
      null,
      "a",
    ];
    for (const one of wrong) {
      const answer = await organization.call("POST", `${at("x")}/edits`, { body: { edits: [{ append: "ok" }, one] } });
      expectProblem(answer, 422, "validation_failed");
      expect(answer.body.errors[0].path).toMatch(/^edits\[1\]/);
    }
    expectProblem(await edit("x", []), 422, "validation_failed");
    expect((await get("x")).body.version).toBe(1);
  });

  test("of what is not there are not found", async () => {
    expectProblem(await edit("x", [{ append: "a" }]), 404, "not_found");
    expectProblem(
      await organization.call("POST", `/v1/documents/${crypto.randomUUID()}/edits`, {
        body: { edits: [{ append: "" }] },
      }),
      404,
      "not_found",
    );
  });
});

describe("a delete", () => {
  test("answers what is gone, with the version of the delete itself, and finds nothing the second time", async () => {
    const { body } = await put("x", { content: "1" });
    await put("x", { content: "2" });
    const answer = await organization.call("DELETE", at("x"));
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { id: body.id, containerTag: tag, customId: "x", version: 3, isDeleted: true },
    });
    for (const method of ["GET", "DELETE"]) {
      expectProblem(await organization.call(method, at("x")), 404, "not_found");
      expectProblem(await organization.call(method, `/v1/documents/${body.id}`), 404, "not_found");
    }
  });

  test("of one document leaves those beneath its name", async () => {
    await put("/memories/a/b", { content: "" });
    expectProblem(await organization.call("DELETE", at("/memories/a")), 404, "not_found");
    expect((await get("/memories/a/b")).status).toBe(200);
  });
});

describe("a rename", () => {
  const rename = (body: object) => organization.call("POST", `/v1/containers/${tag}/rename`, { body });

  test("moves one document, and keeps all but its name and version", async () => {
    const { body: before } = await put("/memories/a", FIELDS);
    const { body } = await rename({ from: "/memories/a", to: "/memories/b/c" });
    expect(body).toEqual({ renamed: 1, dryRun: false, documents: [{ from: "/memories/a", to: "/memories/b/c" }] });
    const { body: after } = await get("/memories/b/c");
    expect(after).toEqual({ ...before, customId: "/memories/b/c", version: 2, updatedAt: after.updatedAt });
    expectProblem(await get("/memories/a"), 404, "not_found");
  });

  test("as a dry run says the same, and moves nothing", async () => {
    for (const name of ["a/1", "a/2/3", "ab", "a", "a-"])
      if (name !== "a") await put(`/memories/${name}`, { content: name });
    const dry = await rename({ from: "/memories/a", to: "/memories/z", dryRun: true });
    const moves = ["1", "2/3"].map((name) => ({ from: `/memories/a/${name}`, to: `/memories/z/${name}` }));
    expect(dry.body).toEqual({ renamed: 2, dryRun: true, documents: moves });
    expect((await get("/memories/a/1")).body.version).toBe(1);
    expect((await rename({ from: "/memories/a", to: "/memories/z" })).body).toEqual({
      renamed: 2,
      dryRun: false,
      documents: moves,
    });
    expect((await get("/memories/z/2/3")).body).toMatchObject({ version: 2, content: "a/2/3" });
    expect((await get("/memories/ab")).body.version).toBe(1);
  });

  test("is refused for each of its reasons, dry or not", async () => {
    for (const name of ["/memories/a/1", "/memories/b", "/memories/c/2", "x/1", "y"]) await put(name, { content: "" });
    const refusals: readonly [string, string, number, string?][] = [
      ["/memories/a", "/memories/b", 409, "exists"],
      ["/memories/b", "/memories/a", 409, "exists"],
      ["/memories/a", "/memories/c", 409, "exists"],
      ["/memories/b", "/memories/b", 409, "exists"],
      ["/memories/none", "/memories/d", 404],
      ["/memories/a", "/memories/a/b", 409, "inside_itself"],
      ["/memories/a", "/memories/b/c", 409, "beneath_file"],
      ["x", "/memories/x", 409, "outside_memories"],
      ["y", "x", 409, "exists"],
    ];
    for (const [from, to, status, reason] of refusals) {
      for (const dryRun of [true, false]) {
        const answer = await rename({ from, to, dryRun });
        expectProblem(answer, status, status === 404 ? "not_found" : "conflict");
        expect({ from, to, reason: answer.body.reason }).toEqual({ from, to, reason });
      }
    }
    expect((await rename({ from: "y", to: "/memories/y" })).status).toBe(200);
  });
});

describe("a batch", () => {
  const batch = (operations: readonly object[]) =>
    organization.call("POST", "/v1/batch", { body: { containerTag: tag, operations } });

  test("runs its operations in order, each seeing the ones before, with an answer for each", async () => {
    const answer = await batch([
      { op: "upsert", customId: "/memories/a", ...FIELDS, content: "one" },
      { op: "edit", customId: "/memories/a", edits: [{ append: " two" }], ifMatch: 1 },
      { op: "rename", from: "/memories/a", to: "/memories/b/c", ifMatch: 2 },
      { op: "upsert", customId: "/memories/b/c", pinned: false, ifMatch: 3 },
      { op: "upsert", customId: "gone", content: "" },
      { op: "delete", customId: "gone", ifMatch: 1 },
    ]);
    expect(answer.status).toBe(200);
    const { body: stored } = await get("/memories/b/c");
    expect(stored).toMatchObject({ ...FIELDS, content: "one two", pinned: false, version: 4 });
    expect(answer.body.results).toMatchObject([
      { op: "upsert", document: { version: 1, content: "one" } },
      { op: "edit", document: { version: 2, content: "one two" } },
      { op: "rename", renamed: 1 },
      { op: "upsert", document: stored },
      { op: "upsert", document: { customId: "gone" } },
      { op: "delete", deleted: { customId: "gone", version: 2, isDeleted: true } },
    ]);
  });

  test("with one operation that is refused does nothing, and names it", async () => {
    await put("there", { content: "text" });
    await put("/memories/file", { content: "" });
    const refusals: readonly [object, number, string, object?][] = [
      [{ op: "upsert", customId: "there", content: "", ifMatch: 2 }, 412, "version_mismatch", { currentVersion: 1 }],
      [
        { op: "upsert", customId: "missing", content: "", ifMatch: 1 },
        412,
        "version_mismatch",
        { currentVersion: null },
      ],
      [{ op: "upsert", customId: "missing", pinned: true }, 422, "validation_failed"],
      [{ op: "upsert", customId: "/memories/file/x", content: "" }, 409, "conflict", { reason: "beneath_file" }],
      [
        { op: "edit", customId: "there", edits: [{ append: "" }, { oldStr: "z" }] },
        409,
        "conflict",
        { reason: "absent", editIndex: 1 },
      ],
      [
        { op: "edit", customId: "there", edits: [{ oldStr: "t" }] },
        409,
        "conflict",
        { reason: "ambiguous", lines: [1] },
      ],
      [{ op: "edit", customId: "missing", edits: [{ append: "" }] }, 404, "not_found"],
      [{ op: "delete", customId: "missing" }, 404, "not_found"],
      [{ op: "delete", customId: "there", ifMatch: 7 }, 412, "version_mismatch", { currentVersion: 1 }],
      [{ op: "rename", from: "there", to: "/memories/file" }, 409, "conflict", { reason: "exists" }],
      [{ op: "rename", from: "missing", to: "x" }, 404, "not_found"],
      [{ op: "rename", from: "there", to: "x", ifMatch: 3 }, 412, "version_mismatch", { currentVersion: 1 }],
    ];
    for (const [operation, status, code, extra = {}] of refusals) {
      const answer = await batch([
        { op: "upsert", customId: "made", content: "" },
        { op: "edit", customId: "made", edits: [{ append: "x" }] },
        operation,
        { op: "delete", customId: "made" },
      ]);
      expectProblem(answer, status, code);
      expect(answer.body).toMatchObject({
        operationIndex: 2,
        detail: expect.stringMatching(/^operations\[2\]: /),
        ...extra,
      });
      expectProblem(await get("made"), 404, "not_found");
    }
    const { body } = await organization.call("GET", `/v1/containers/${tag}`);
    expect(body).toMatchObject({ documents: 2, bytes: 4 });
  });

  test("of operations that are none is refused with the path of what is wrong", async () => {
    const wrong: readonly [unknown, string][] = [
      [{ op: "other" }, "operations[0].op"],
      [{ op: "delete" }, "operations[0].customId"],
      [{ op: "delete", customId: "x", more: 1 }, "operations[0].more"],
      [{ op: "upsert", customId: "x", content: "", ifMatch: 0 }, "operations[0].ifMatch"],
      [{ op: "edit", customId: "x", edits: [] }, "operations[0].edits"],
      [{ op: "rename", from: "x" }, "operations[0].to"],
      [null, "operations[0]"],
    ];
    for (const [operation, path] of wrong) {
      const answer = await organization.call("POST", "/v1/batch", {
        body: { containerTag: tag, operations: [operation] },
      });
      expectProblem(answer, 422, "validation_failed");
      expect(answer.body.errors).toMatchObject([{ path }]);
    }
    expectProblem(await batch([]), 422, "validation_failed");
  });
});
