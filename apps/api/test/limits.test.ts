import { LIMITS } from "@stela/core/limits";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../src/routes/table.ts";
import { type Fixture, newFixture, pathOf } from "./examples.ts";
import { type Answer, documentPath, newOrganization, type Organization, putAll, runCommand } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const TAG = "limits";

let organization: Organization;
let fixture: Fixture;
beforeAll(async () => {
  organization = await newOrganization();
  fixture = await newFixture(organization, TAG);
});

let names = 0;
const put = (fields: object, customId = `name-${names++}`) =>
  organization.call("PUT", documentPath(TAG, customId), { body: { content: "", ...fields } });
const post = (path: string, body: object) => organization.call("POST", path, { body });
const get = (path: string) => organization.call("GET", path);

/** `length` bytes of UTF-8 in characters of three bytes, and what is left over in ones of one. */
const wide = (length: number) => "选".repeat(Math.floor(length / 3)) + "x".repeat(length % 3);

const nested = (levels: number): unknown => (levels === 0 ? {} : { a: nested(levels - 1) });
const numbered = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index));

/** A call that holds a limit at its `at`, with what it is about, and refuses what is one past it. */
interface Limit {
  readonly name: string;
  readonly at: number;
  readonly send: (size: number) => Promise<Answer>;
  readonly path?: string;
  readonly status?: number;
}

const limits: readonly Limit[] = [
  { name: "content of 1 MiB", at: 1_048_576, send: (size) => put({ content: wide(size) }), path: "content" },
  {
    name: "content of 1 MiB in a batch",
    at: 1_048_576,
    send: (size) =>
      post("/v1/batch", {
        containerTag: TAG,
        operations: [{ op: "upsert", customId: "batched", content: wide(size) }],
      }),
    path: "operations[0].content",
  },
  {
    name: "content of 1 MiB after an edit",
    at: 1_048_576,
    send: async (size) => {
      const { body } = await put({ content: "12345" });
      return post(`/v1/documents/${body.id}/edits`, { edits: [{ append: wide(size - 5) }] });
    },
    status: 413,
  },
  {
    name: "metadata of 64 keys",
    at: 64,
    send: (size) =>
      put({ metadata: Object.fromEntries(numbered(size, (index) => `k${index}`).map((key) => [key, 1])) }),
    path: "metadata",
  },
  {
    name: "metadata of 16 KiB",
    at: 16_384,
    send: (size) => put({ metadata: { k: wide(size - '{"k":""}'.length) } }),
    path: "metadata",
  },
  { name: "metadata of 16 levels", at: 16, send: (size) => put({ metadata: nested(size - 1) }), path: "metadata" },
  { name: "32 tags", at: 32, send: (size) => put({ tags: numbered(size, String) }), path: "tags" },
  { name: "tags of 64 bytes", at: 64, send: (size) => put({ tags: [wide(size)] }), path: "tags[0]" },
  { name: "keys of 256 bytes", at: 256, send: (size) => put({ key: wide(size) }), path: "key" },
  { name: "sources of 1,024 bytes", at: 1_024, send: (size) => put({ source: wide(size) }), path: "source" },
  { name: "customIds of 1,024 bytes in a path", at: 1_024, send: (size) => put({}, wide(size)), path: "customId" },
  {
    name: "customIds of 1,024 bytes in a body",
    at: 1_024,
    send: (size) => post("/v1/documents", { containerTag: TAG, customId: wide(size), content: "" }),
    path: "customId",
  },
  {
    name: "memory paths of 1,024 bytes in a path",
    at: 1_024,
    send: (size) => put({}, `/memories/${wide(size - 10)}`),
    path: "customId",
  },
  {
    name: "rename targets of 1,024 bytes",
    at: 1_024,
    send: async (size) => {
      await put({}, "moving");
      return post(`/v1/containers/${TAG}/rename`, { from: "moving", to: `r${wide(size - 1)}` });
    },
    path: "to",
  },
  {
    name: "names of 1,024 bytes beneath a renamed directory",
    at: 1_024,
    send: async (size) => {
      const [from, beneath] = [`/memories/long-${names++}`, `/${"n".repeat(499)}`];
      await put({}, from + beneath);
      const to = "/memories/".padEnd(size - beneath.length - String(names).length, "m") + names;
      return post(`/v1/containers/${TAG}/rename`, { from, to });
    },
    status: 413,
  },
  {
    name: "container tags of 128 characters",
    at: 128,
    send: (size) => post("/v1/documents", { containerTag: "t".repeat(size), content: "" }),
    path: "containerTag",
  },
  {
    name: "batches of 100 operations",
    at: 100,
    send: (size) =>
      post("/v1/batch", {
        containerTag: TAG,
        operations: numbered(size, (index) => `b${index}`).map((customId) => ({ op: "upsert", customId, content: "" })),
      }),
    path: "operations",
  },
  {
    name: "100 edits in a request",
    at: 100,
    send: async (size) => {
      const { body } = await put({ content: "" });
      return post(`/v1/documents/${body.id}/edits`, { edits: numbered(size, String).map((append) => ({ append })) });
    },
    path: "edits",
  },
  {
    name: "pages of 200 documents",
    at: 200,
    send: (size) => get(`/v1/containers/${TAG}/documents?limit=${size}`),
    path: "limit",
  },
  { name: "pages of 200 containers", at: 200, send: (size) => get(`/v1/containers?limit=${size}`), path: "limit" },
  {
    name: "pages of 1,000 tree entries",
    at: 1_000,
    send: (size) => get(`/v1/containers/${TAG}/tree?limit=${size}`),
    path: "limit",
  },
  {
    name: "trees of 16 levels",
    at: 16,
    send: (size) => get(`/v1/containers/${TAG}/tree?depth=${size}`),
    path: "depth",
  },
  { name: "importance of 5", at: 5, send: (size) => put({ importance: size }), path: "importance" },
  {
    name: "sessions of 255 characters",
    at: 255,
    send: (size) =>
      organization.call("PUT", documentPath(TAG, `s${names++}`), {
        body: { content: "" },
        headers: { "stela-session": "s".repeat(size) },
      }),
    path: "stela-session",
  },
  {
    name: "idempotency keys of 255 characters",
    at: 255,
    send: (size) =>
      organization.call("PUT", documentPath(TAG, `i${names++}`), {
        body: { content: "" },
        headers: { "idempotency-key": "k".repeat(size) },
      }),
    path: "Idempotency-Key",
  },
  {
    name: "versions of 2,147,483,647",
    at: 2_147_483_647,
    send: (size) =>
      organization.call("PATCH", documentPath(TAG, fixture.customId), {
        body: { pinned: true },
        headers: { "if-match": `"1", "${size}"` },
      }),
    path: "If-Match",
  },
];

describe("at the limit", () => {
  test.each(limits)("$name are taken, one more is refused", async ({ at, send, path, status = 422 }) => {
    const within = await send(at);
    expect(within.status, JSON.stringify(within.body).slice(0, 500)).toBeLessThan(300);
    const past = await send(at + 1);
    expectProblem(past, status, status === 413 ? "too_large" : "validation_failed");
    if (path !== undefined) expect(past.body.errors[0]).toMatchObject({ path });
  });

  test("a page of none, and a version of 0, are refused too", async () => {
    for (const query of ["limit=0", "limit=-1", "limit=1.5", "limit=x", "limit="]) {
      expectProblem(await get(`/v1/containers/${TAG}/documents?${query}`), 422, "validation_failed");
    }
    for (const tag of ['"0"', "1", '"1', "", '"-1"', '"1.0"', '"1" "2"', '"1",', '*, "1"']) {
      const answer = await organization.call("PATCH", documentPath(TAG, fixture.customId), {
        body: { pinned: true },
        headers: { "if-match": tag },
      });
      expectProblem(answer, 422, "validation_failed");
    }
  });

  test("a body of 8 MiB is read, one byte more is not", async () => {
    const start = `{"containerTag":"${TAG}","content":"x"`;
    const sized = (bytes: number) => `${start.padEnd(bytes - 1)}}`;
    const send = (bytes: number) =>
      organization.call("POST", "/v1/documents", {
        raw: sized(bytes),
        headers: { "content-type": "application/json" },
      });
    expect((await send(LIMITS.bodyBytes)).status).toBe(201);
    expectProblem(await send(LIMITS.bodyBytes + 1), 413, "too_large");
  });

  test("the memory tool's files hold 1 MiB, by create and by edits", async () => {
    const create = (path: string, size: number) =>
      runCommand(organization, TAG, { command: "create", path, file_text: `z${wide(size - 1)}` });
    expect((await create("/memories/full", 1_048_576)).body.isError).toBe(false);
    expect((await create("/memories/over", 1_048_577)).body.content).toBe(
      "Error: File /memories/over would be 1048577 bytes; the limit is 1048576 bytes",
    );
    for (const [new_str, isError] of [
      ["yy", true],
      ["y", false],
    ] as const) {
      const { body } = await runCommand(organization, TAG, {
        command: "str_replace",
        path: "/memories/full",
        old_str: "z",
        new_str,
      });
      expect(body.isError).toBe(isError);
    }
    const { body } = await runCommand(organization, TAG, {
      command: "insert",
      path: "/memories/full",
      insert_line: 0,
      insert_text: "",
    });
    expect(body.content).toBe("Error: File /memories/full would be 1048577 bytes; the limit is 1048576 bytes");
  });
});

describe("beyond any limit", () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

  test.each(routes.filter(({ body }) => body !== undefined).map((route) => ({ name: route.operationId, route })))(
    "JSON of 100,000 levels is no failure of $name",
    async ({ route }) => {
      const path = pathOf(route, fixture);
      const headers = { "content-type": "application/json" };
      const fields = ["metadata", "content", "operations", "edits", "command", "insert_line", "maxBytes", "from"];
      const bodies = [deep(100_000), ...fields.map((field) => `{"containerTag":"${TAG}","${field}":${deep(100_000)}}`)];
      bodies.push(`{"command":"insert","path":"/memories/dir/b.md","insert_text":"","insert_line":${deep(100_000)}}`);
      for (const raw of bodies) {
        const { status } = await organization.call(route.method, path, { raw, headers });
        expect(status).toBeLessThan(500);
      }
    },
  );

  test("100 documents at the greatest depth are made in one batch, and 32 at once", async () => {
    const name = (index: number) => `/memories${"/d".repeat(500)}/${String(index).padStart(4, "0")}`;
    await putAll(organization, "deep", Object.fromEntries(numbered(100, name).map((path) => [path, ""])));
    const answers = await Promise.all(
      numbered(32, (index) => name(100 + index)).map((path) =>
        runCommand(organization, "deep", { command: "create", path, file_text: "" }),
      ),
    );
    expect(answers.map(({ status, body }) => ({ status, isError: body.isError }))).toEqual(
      Array(32).fill({ status: 200, isError: false }),
    );
  });

  test("a page of 200 documents of 1 MiB each comes in parts", async () => {
    const content = "x".repeat(LIMITS.contentBytes);
    const made = numbered(20, (index) => `big-${String(index).padStart(2, "0")}`);
    for (const customId of made)
      expect((await organization.call("PUT", documentPath("big", customId), { body: { content } })).status).toBe(201);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { status, body } = await get(`/v1/containers/big/documents?fields=content&limit=200${after}`);
      expect(status).toBe(200);
      expect(body.documents.length).toBeLessThanOrEqual(8);
      seen.push(...body.documents.map(({ customId }: { customId: string }) => customId));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(made);
  });

  test("a batch answers with the text of its documents up to 8 MiB in all, and applies every operation", async () => {
    const made = numbered(10, (index) => `edited-${index}`);
    const content = "x".repeat(LIMITS.contentBytes - 1);
    for (const customId of made) expect((await put({ content }, customId)).status).toBe(201);
    const operations = made.map((customId) => ({ op: "edit", customId, edits: [{ append: "\n" }] }));
    const { status, body } = await post("/v1/batch", { containerTag: TAG, operations });
    expect(status).toBe(200);
    const documents = body.results.map(({ document }: { document: { content?: string } }) => document);
    expect(documents).toMatchObject(made.map((customId) => ({ customId, version: 2, bytes: LIMITS.contentBytes })));
    expect(documents.map((document: object) => "content" in document)).toEqual(made.map((_, index) => index < 8));
  });
});
