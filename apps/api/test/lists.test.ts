import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { documentPath, newOrganization, type Organization, putAll, runCommand } from "./organization.ts";
import { expectProblem } from "./problem.ts";

let organization: Organization;
beforeAll(async () => {
  organization = await newOrganization();
});

const get = (path: string) => organization.call("GET", path);
const name = (index: number) => String(index).padStart(4, "0");

/** Follows the cursors of a list from its first page to its last. */
async function pages(path: string, member: string): Promise<Record<string, unknown>[][]> {
  const found: Record<string, unknown>[][] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await get(path + after);
    expect(status, JSON.stringify(body)).toBe(200);
    found.push(body[member]);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return found;
}

const customIds = (found: readonly Record<string, unknown>[][]) => found.flat().map(({ customId }) => customId);

/** In order of UTF-8 bytes, as Postgres sorts by collation "C". */
const byBytes = (a: string, b: string) => {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    if (left[at] !== right[at]) return (left[at] ?? 0) - (right[at] ?? 0);
  }
  return left.length - right.length;
};

describe("a list of documents", () => {
  const documents = [
    { customId: "/a", tags: ["x"], category: "decision", status: "active", at: 5 },
    { customId: "/a/1", tags: ["x", "y"], category: "todo", status: "outdated", at: 3 },
    { customId: "/ab", tags: [], category: "decision", status: "archived", at: 3 },
    { customId: "/a0", tags: ["y"], status: "active", at: 1 },
    { customId: "é", tags: ["x y"], status: "active", at: 4 },
    { customId: "😀", tags: ["%"], category: "todo", status: "active", at: 2 },
    { customId: "\ue000", tags: [], status: "active", at: 6 },
  ];
  const time = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  beforeAll(async () => {
    const operations = documents.map(({ at: _, ...fields }) => ({ op: "upsert", content: fields.customId, ...fields }));
    await organization.call("POST", "/v1/batch", { body: { containerTag: "list", operations } });
    const sql = asOwner();
    for (const { customId, at } of documents) {
      await sql`update stela.documents set updated_at = ${time(at)} where org_id = ${organization.id} and custom_id = ${customId}`;
    }
  });

  const ids = documents.map(({ customId }) => customId);
  const sorted = ids.toSorted(byBytes);
  test.each([
    ["", sorted],
    ["order=customId", sorted],
    ["order=-customId", sorted.toReversed()],
    ["prefix=/a", ["/a", "/a/1", "/a0", "/ab"]],
    ["prefix=/a/", ["/a/1"]],
    ["prefix=", sorted],
    ["prefix=%F0%9F%98%80", ["😀"]],
    ["prefix=e%CC%81", ["é"]],
    ["tag=x", ["/a", "/a/1"]],
    ["tag=x%20y", ["é"]],
    ["tag=%25", ["😀"]],
    ["category=todo", ["/a/1", "😀"]],
    ["status=active", ["/a", "/a0", "é", "\ue000", "😀"]],
    ["status=outdated&tag=y", ["/a/1"]],
    ["updatedSince=2026-01-01T00:00:04Z", ["/a", "é", "\ue000"]],
    ["updatedSince=2026-01-01T01:00:04.001%2B01:00", ["/a", "\ue000"]],
    ["prefix=/a&category=decision&order=-customId", ["/ab", "/a"]],
    ["prefix=none", []],
  ] as const)("with %j has what it asks for, in its order, on pages of every size", async (query, expected) => {
    for (const limit of [1, 2, 3, 200]) {
      const found = await pages(`/v1/containers/list/documents?${query}&limit=${limit}`, "documents");
      expect(customIds(found)).toEqual(expected);
      expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    }
    const { body } = await get(`/v1/containers/list/documents?${query}&limit=1&total=true`);
    expect(body.total).toBe(expected.length);
  });

  test("in order of time is the same on pages of every size, those of one moment in order of id, forwards and backwards", async () => {
    const { body } = await get("/v1/containers/list/documents");
    const byTime = (body.documents as { customId: string; updatedAt: string; id: string }[])
      .toSorted((a, b) => byBytes(a.updatedAt + a.id, b.updatedAt + b.id))
      .map(({ customId }) => customId);
    const seconds = documents.toSorted((a, b) => a.at - b.at).map(({ at }) => at);
    expect(byTime.map((customId) => documents.find((each) => each.customId === customId)?.at)).toEqual(seconds);
    for (const limit of [1, 2, 3, 200]) {
      const path = `/v1/containers/list/documents?limit=${limit}&order=`;
      expect(customIds(await pages(`${path}updatedAt`, "documents"))).toEqual(byTime);
      expect(customIds(await pages(`${path}-updatedAt`, "documents"))).toEqual(byTime.toReversed());
    }
  });

  test("has texts when it is asked for them, and all else always", async () => {
    const { body: whole } = await get("/v1/containers/list/documents?fields=content&prefix=/a/");
    const { body: bare } = await get("/v1/containers/list/documents?prefix=/a/");
    const { body: document } = await get(documentPath("list", "/a/1"));
    expect(whole.documents).toEqual([document]);
    const { content: _, ...rest } = document;
    expect(bare).toEqual({ documents: [rest], nextCursor: null });
  });

  test("of a container that is not there is empty", async () => {
    expect((await get("/v1/containers/none/documents?total=true")).body).toEqual({
      documents: [],
      nextCursor: null,
      total: 0,
    });
    expect((await get("/v1/containers/none/tree")).body).toEqual({ entries: [], nextCursor: null });
  });

  test("takes a cursor for itself only", async () => {
    const { body } = await get("/v1/containers/list/documents?limit=1");
    for (const path of [
      "/v1/containers/list/documents?order=-customId",
      "/v1/containers/list/documents?prefix=/",
      "/v1/containers/other/documents?limit=1",
      "/v1/containers/list/tree?depth=1",
      "/v1/containers?limit=1",
    ]) {
      expectProblem(await get(`${path}&cursor=${body.nextCursor}`), 422, "validation_failed");
    }
    expect((await get(`/v1/containers/list/documents?limit=200&cursor=${body.nextCursor}`)).status).toBe(200);
  });

  test("repeats nothing and leaves nothing out while documents come, go and change between its pages", async () => {
    const staying = Array.from({ length: 60 }, (_, index) => `stay-${name(index)}`);
    const going = Array.from({ length: 30 }, (_, index) => `go-${name(index)}`);
    await putAll(organization, "moving", Object.fromEntries([...staying, ...going].map((customId) => [customId, ""])));
    const seen: string[] = [];
    let cursor: string | null = null;
    let round = 0;
    do {
      const after: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { body } = await get(`/v1/containers/moving/documents?limit=7${after}`);
      seen.push(...body.documents.map(({ customId }: { customId: string }) => customId));
      cursor = body.nextCursor;
      await organization.call("DELETE", documentPath("moving", going[round] ?? ""));
      await organization.call(
        "DELETE",
        documentPath("moving", body.documents.at(-1)?.customId.startsWith("go-") ? body.documents.at(-1).customId : ""),
      );
      await organization.call("PATCH", documentPath("moving", staying[(round * 11) % 60] ?? ""), {
        body: { pinned: true },
      });
      await organization.call("PUT", documentPath("moving", `come-${name(round++)}`), { body: { content: "" } });
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((customId) => customId.startsWith("stay-"))).toEqual(staying);
  });
});

describe("1,005 files", () => {
  const files = Array.from({ length: 1_005 }, (_, index) => `/memories/many/${name(index)}.md`);
  beforeAll(() => putAll(organization, "many", Object.fromEntries(files.map((customId) => [customId, "x"]))));

  test("come complete through the cursors of the list", async () => {
    expect(customIds(await pages("/v1/containers/many/documents?limit=100", "documents"))).toEqual(files);
    expect((await get("/v1/containers/many/documents?total=true&limit=1")).body.total).toBe(1_005);
  });

  test("come complete through the cursors of the tree", async () => {
    const found = await pages("/v1/containers/many/tree?path=/memories/many&limit=100", "entries");
    expect(found.flat().map(({ path }) => path)).toEqual(files);
  });

  test("come complete through the tool, which says how to see the rest", async () => {
    const rows: string[] = [];
    let range: unknown;
    do {
      const { body } = await runCommand(organization, "many", {
        command: "view",
        path: "/memories/many",
        ...(range === undefined ? {} : { view_range: range }),
      });
      const lines: string[] = body.content.split("\n");
      expect(lines.slice(0, 2)).toEqual([
        "Here're the files and directories up to 2 levels deep in /memories/many, excluding hidden items and node_modules:",
        "4K\t/memories/many",
      ]);
      rows.push(...lines.slice(2).filter((line) => !line.startsWith("[")));
      const next = /use view_range (\[\d+, \d+\])/.exec(lines.at(-1) ?? "")?.[1];
      range = next === undefined ? undefined : JSON.parse(next);
    } while (range !== undefined);
    expect(rows).toEqual(files.map((path) => `1B\t${path}`));
  });
});

interface Entry {
  readonly path: string;
  readonly type: "file" | "directory";
  readonly files?: number;
}

/** What a tree is: every file and every directory down to a depth, in the order of a listing. */
function treeOf(all: readonly string[], root: string, depth: number): Entry[] {
  const cut = root.replace(/\/$/, "");
  const entries = new Map<string, Entry>();
  for (const file of all) {
    if (cut !== "" && !file.startsWith(`${cut}/`)) continue;
    const inside = cut === "" ? file : file.slice(cut.length + 1);
    // At the very top a leading slash belongs to the first name.
    const names =
      cut === "" && inside.startsWith("/")
        ? [`/${inside.slice(1).split("/")[0]}`, ...inside.slice(1).split("/").slice(1)]
        : inside.split("/");
    for (let level = 1; level <= Math.min(depth, names.length); level++) {
      const path = (cut === "" ? "" : `${cut}/`) + names.slice(0, level).join("/");
      const isFile = level === names.length;
      const key = `${path}${isFile ? "" : "\u0000directory"}`;
      const beneath = all.filter((other) => other.startsWith(`${path}/`)).length;
      entries.set(key, isFile ? { path, type: "file" } : { path, type: "directory", files: beneath });
    }
  }
  const order = ({ path, type }: Entry) => `${path.replaceAll("/", "\u0001")}${type === "directory" ? "\u0000" : ""}`;
  return [...entries.values()].sort((a, b) => byBytes(order(a), order(b)));
}

describe("a tree", () => {
  const segment = fc.constantFrom(
    "a",
    "b",
    "a-b",
    "ab",
    "a0",
    "é",
    "😀",
    "",
    "x y",
    ".hidden",
    "node_modules",
    "https:",
  );
  const customId = fc
    .tuple(
      fc.constantFrom("", "/", "/memories/", "/memories/a/", "https://"),
      fc.array(segment, { minLength: 1, maxLength: 4 }),
    )
    .map(
      ([start, segments]) =>
        start + (start.startsWith("/memories") ? segments.filter((each) => each !== "") : segments).join("/"),
    )
    .filter(
      (id) =>
        id !== "" && id !== "/memories" && !(id.startsWith("/memories/") && (id.endsWith("/") || id.length === 10)),
    );

  test("is the same at every depth and on pages of every size, and counts what is beneath", async () => {
    let containers = 0;
    const roots = fc.constantFrom("", "/memories", "/memories/", "/memories/a", "a", "https:", "/", "nothing");
    const property = fc.asyncProperty(
      fc.uniqueArray(customId, { minLength: 1, maxLength: 14 }),
      fc.array(fc.tuple(roots, fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 2, 3, 1_000)), {
        minLength: 3,
        maxLength: 6,
      }),
      async (wanted, views) => {
        const tag = `tree-${containers++}`;
        const made = await Promise.all(
          wanted.map((id) => organization.call("PUT", documentPath(tag, id), { body: { content: "" } })),
        );
        const stored = wanted.filter((_, index) => made[index]?.status === 201);
        for (const [root, depth, limit] of views) {
          const found = await pages(
            `/v1/containers/${tag}/tree?path=${encodeURIComponent(root)}&depth=${depth}&limit=${limit}&counts=true`,
            "entries",
          );
          const shown = found
            .flat()
            .map(({ path, type, files }) => ({ path, type, ...(files === undefined ? {} : { files }) }));
          expect({ root, depth, limit, shown }).toEqual({ root, depth, limit, shown: treeOf(stored, root, depth) });
        }
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  test("shows sizes, versions and ids of files, and of directories only how many files they hold, when asked", async () => {
    await putAll(organization, "sizes", { "/memories/d/f": "选型", "/memories/g": "" });
    const { body: file } = await get(documentPath("sizes", "/memories/d/f"));
    const { body: counted } = await get("/v1/containers/sizes/tree?path=/memories&depth=2&counts=true");
    expect(counted.entries).toMatchObject([
      { path: "/memories/d", type: "directory", files: 1 },
      { path: "/memories/d/f", type: "file", id: file.id, version: 1, bytes: 6, updatedAt: file.updatedAt },
      { path: "/memories/g", type: "file", bytes: 0 },
    ]);
    const { body: plain } = await get("/v1/containers/sizes/tree?path=/memories");
    expect(plain.entries[0]).toEqual({ path: "/memories/d", type: "directory" });
  });
});

describe("containers", () => {
  test("come with their settings, counts and bytes, those that the key covers, page by page", async () => {
    const own = await newOrganization();
    const tags = ["user:1", "user:2", "user:10", "users", "p.a-b_c@d"];
    for (const tag of tags) await putAll(own, tag, { a: "é", b: "x" });
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: { containers: { containerTag: string }[]; nextCursor: string | null } } = await own.call(
        "GET",
        `/v1/containers?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      found.push(...body.containers.map(({ containerTag }) => containerTag));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(tags.toSorted(byBytes));
    const key = await own.newKey({ containers: ["user:*", "p.a-b_c@d"] });
    const covered = await own.call("GET", "/v1/containers?prefix=user", { key });
    expect(covered.body.containers.map(({ containerTag }: { containerTag: string }) => containerTag)).toEqual([
      "user:1",
      "user:10",
      "user:2",
    ]);
    expect(covered.body.containers[0]).toMatchObject({
      documents: 2,
      bytes: 3,
      onExisting: "refuse",
      maxDocuments: null,
      maxBytes: null,
      revisionRetentionDays: null,
    });
    expect((await own.call("GET", "/v1/containers/user:1", { key })).body).toEqual(covered.body.containers[0]);
    expect((await own.call("GET", "/v1/containers?prefix=%F4%8F%BF%BF")).body.containers).toEqual([]);
    expectProblem(await own.call("GET", "/v1/containers?prefix=%00"), 422, "validation_failed");
    expectProblem(await own.call("GET", "/v1/containers/none"), 404, "not_found");
  });

  test("keep the settings that are not sent, and take settings before their first document", async () => {
    const change = (body: object) => organization.call("PATCH", "/v1/containers/settings", { body });
    const first = await change({ maxDocuments: 3, onExisting: "overwrite" });
    expect(first.body).toMatchObject({
      containerTag: "settings",
      documents: 0,
      bytes: 0,
      maxDocuments: 3,
      maxBytes: null,
      onExisting: "overwrite",
    });
    const second = await change({ revisionRetentionDays: 30, maxBytes: 10 });
    expect(second.body).toMatchObject({
      maxDocuments: 3,
      maxBytes: 10,
      onExisting: "overwrite",
      revisionRetentionDays: 30,
    });
    const third = await change({ maxDocuments: null, revisionRetentionDays: null });
    expect(third.body).toMatchObject({ maxDocuments: null, maxBytes: 10, revisionRetentionDays: null });
    expect((await get("/v1/containers/settings")).body).toEqual(third.body);
    for (const body of [
      {},
      { maxDocuments: -1 },
      { maxBytes: 1.5 },
      { revisionRetentionDays: 0 },
      { onExisting: "maybe" },
      { containerTag: "x" },
    ]) {
      expectProblem(await change(body), 422, "validation_failed");
    }
  });

  test("hold no more documents and bytes than they may, by any way to write", async () => {
    await organization.call("PATCH", "/v1/containers/small", { body: { maxDocuments: 2, maxBytes: 10 } });
    const put = (customId: string, content: string) =>
      organization.call("PUT", documentPath("small", customId), { body: { content } });
    expect((await put("/memories/a", "12345")).status).toBe(201);
    const { body } = await put("b", "12345");
    expect(body.bytes).toBe(5);
    const refused = [
      [await put("c", ""), "maxDocuments"],
      [await put("b", "123456"), "maxBytes"],
      [await organization.call("PATCH", documentPath("small", "b"), { body: { content: "é2345" } }), "maxBytes"],
      [
        await organization.call("POST", `/v1/documents/${body.id}/edits`, { body: { edits: [{ append: "6" }] } }),
        "maxBytes",
      ],
      [
        await organization.call("POST", "/v1/batch", {
          body: {
            containerTag: "small",
            operations: [
              { op: "delete", customId: "b" },
              { op: "upsert", customId: "c", content: "123456" },
            ],
          },
        }),
        "maxBytes",
      ],
      [
        await runCommand(organization, "small", { command: "create", path: "/memories/c", file_text: "" }),
        "maxDocuments",
      ],
      [
        await runCommand(organization, "small", {
          command: "insert",
          path: "/memories/a",
          insert_line: 0,
          insert_text: "",
        }),
        "maxBytes",
      ],
    ] as const;
    for (const [answer, quota] of refused) {
      expectProblem(answer, 429, "quota_exceeded");
      expect(answer.body.detail).toContain(quota);
    }
    expect((await put("b", "1")).status).toBe(200);
    expect((await runCommand(organization, "small", { command: "delete", path: "/memories/a" })).body.isError).toBe(
      false,
    );
    expect((await put("c", "123456789")).status).toBe(201);
    expect((await get("/v1/containers/small")).body).toMatchObject({ documents: 2, bytes: 10 });
  });

  test("say what create does with a file that exists, unless the request does", async () => {
    const create = (query: string, file_text: string) =>
      organization.call("POST", `/v1/containers/existing/memory${query}`, {
        body: { command: "create", path: "/memories/a", file_text },
      });
    expect((await create("", "1")).body).toMatchObject({ isError: false, version: 1 });
    expect((await create("", "2")).body).toMatchObject({
      isError: true,
      content: "Error: File /memories/a already exists",
    });
    expect((await create("?onExisting=overwrite", "3")).body).toMatchObject({ isError: false, version: 2 });
    await organization.call("PATCH", "/v1/containers/existing", { body: { onExisting: "overwrite" } });
    expect((await create("", "4")).body).toMatchObject({ isError: false, version: 3 });
    expect((await create("?onExisting=refuse", "5")).body.isError).toBe(true);
    expect((await get(documentPath("existing", "/memories/a"))).body.content).toBe("4");
    await organization.call("PUT", documentPath("existing", "/memories/d/e"), { body: { content: "" } });
    const onDirectory = await runCommand(organization, "existing", {
      command: "create",
      path: "/memories/d",
      file_text: "",
    });
    expect(onDirectory.body).toMatchObject({ isError: true, content: "Error: File /memories/d already exists" });
  });
});
