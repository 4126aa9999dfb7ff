import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createClaudeMemoryTool } from "../src/anthropic/index.ts";
import {
  type ApiPromise,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  type Operation,
  Stela,
  ValidationError,
  VersionMismatchError,
} from "../src/index.ts";
import { Agent } from "./agent.ts";
import { CuttingProxy } from "./cutting-proxy.ts";
import { memoryCall } from "./messages-api-server.ts";
import { apiUnderTest, freshContainerTag, stelaUnderTest } from "./stela-under-test.ts";

let stela: Stela;
let proxy: CuttingProxy;
let agent: Agent;
let containerTag: string;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  stela = stelaUnderTest();
  proxy = await CuttingProxy.start(apiUnderTest().baseUrl);
  agent = await Agent.start();
});
afterAll(() => Promise.all([proxy?.stop(), agent?.stop()]));
beforeEach(() => {
  containerTag = freshContainerTag();
});

const named = (customId: string) => ({ containerTag, customId });
const contentOf = async (customId: string) => (await stela.documents.get(named(customId))).content;

describe("every call, on the real API", () => {
  test("a document is created, read, changed, edited and deleted, by name and by id", async () => {
    const { documents } = stela;
    const created = await documents
      .upsert({ containerTag, customId: "a", content: "one\n", tags: ["x"] })
      .withResponse();
    expect(created).toMatchObject({ status: 201, version: 1, isReplayed: false, data: { version: 1, tags: ["x"] } });
    expect(created.requestId).toEqual(expect.any(String));
    const { id } = created.data;
    expect(await documents.get(id)).toMatchObject({ id, customId: "a", content: "one\n", bytes: 4 });
    expect(await documents.get(named("a"), { ifNoneMatch: 1 })).toBeNull();
    expect(await documents.put(named("a"), { pinned: true })).toMatchObject({ id, version: 2, tags: ["x"] });
    expect(await documents.update(id, { tags: [] }, { ifMatch: 2 })).toMatchObject({
      version: 3,
      tags: [],
      pinned: true,
    });
    const edits = [{ append: "two\n" }, { oldStr: "one", newStr: "1" }, { insertLine: 0, insertText: "0" }];
    expect(await documents.edit(named("a"), edits)).toMatchObject({ version: 4 });
    expect(await contentOf("a")).toContain("two");
    expect(await documents.delete(id, { ifMatch: 4 })).toMatchObject({ id, isDeleted: true });
    await expect(documents.get(id)).rejects.toBeInstanceOf(NotFoundError);
  });

  test("names with slashes, percent signs, spaces, emoji, CJK and accents come back as they were", async () => {
    const names = [
      "/memories/a b/100%.md",
      "x/%2F%",
      "/memories/日本語/🗿_x",
      "/memories/é",
      "a?b#c&d=e+f",
      "..a",
      "%2e%2e",
      "a%",
      "\\",
    ];
    for (const name of names) {
      await stela.documents.put(named(name), { content: name });
      expect(await stela.documents.get(named(name))).toMatchObject({ customId: name, content: name });
    }
    const listed: string[] = [];
    for await (const { customId } of stela.documents.list(containerTag, { limit: 3 })) listed.push(customId);
    expect(listed.sort()).toEqual(names.sort());
    for (const name of names) await stela.documents.delete(named(name));
    expect((await stela.documents.list(containerTag)).documents).toEqual([]);
  });

  test("documents are listed, seen as a tree, renamed and changed in a batch", async () => {
    const operations: Operation[] = ["/n/a", "/n/b", "/nb"].map((customId) => ({
      op: "upsert",
      customId,
      content: customId,
    }));
    expect((await stela.documents.batch({ containerTag, operations })).results).toHaveLength(3);
    const page = await stela.documents.list(containerTag, { prefix: "/n/", fields: "content", total: true });
    expect(page.documents.map(({ content }) => content)).toEqual(["/n/a", "/n/b"]);
    expect(page.total).toBe(2);
    const tree = await stela.documents.tree(containerTag, { path: "/n", depth: 2, counts: true });
    expect(tree.entries.map(({ path }) => path)).toEqual(["/n/a", "/n/b"]);
    const dry = await stela.documents.rename(containerTag, { from: "/n", to: "/m", dryRun: true });
    expect(dry).toMatchObject({ renamed: 2, dryRun: true });
    expect(await stela.documents.rename(containerTag, { from: "/n", to: "/m" })).toMatchObject({
      renamed: 2,
      dryRun: false,
    });
    expect(await contentOf("/m/a")).toBe("/n/a");
    expect(await contentOf("/nb")).toBe("/nb");
  });

  test("a container is read, listed and set up; the memory tool runs in it", async () => {
    const run = (command: object) => stela.memory.run(containerTag, command);
    const create = { command: "create", path: "/memories/a.md", file_text: "hello\n" };
    expect(await run(create)).toMatchObject({ isError: false, path: "/memories/a.md", version: 1 });
    expect(await run(create)).toEqual(
      expect.objectContaining({ isError: true, content: "Error: File /memories/a.md already exists" }),
    );
    expect(await stela.memory.run(containerTag, create, { onExisting: "overwrite" })).toMatchObject({ version: 2 });
    expect(await stela.containers.get(containerTag)).toMatchObject({ documents: 1, bytes: 6, onExisting: "refuse" });
    expect(await stela.containers.update(containerTag, { onExisting: "overwrite" })).toMatchObject({
      onExisting: "overwrite",
    });
    expect(await run(create)).toMatchObject({ isError: false, version: 3 });
    const { containers } = await stela.containers.list({ prefix: containerTag });
    expect(containers.map((container) => container.containerTag)).toEqual([containerTag]);
    expect(await stela.health()).toMatchObject({ status: "ok" });
  });

  test("a refusal is its class", async () => {
    const { documents } = stela;
    await documents.put(named("a"), { content: "x x" });
    await documents.put(named("b"), { content: "" });
    await expect(documents.put(named("a"), { content: "" }, { ifMatch: 7 })).rejects.toMatchObject({
      currentVersion: 1,
    });
    await expect(documents.put(named("a"), { content: "" }, { ifNoneMatch: "*" })).rejects.toBeInstanceOf(
      VersionMismatchError,
    );
    await expect(documents.edit(named("a"), [{ oldStr: "x" }])).rejects.toMatchObject({
      reason: "ambiguous",
      editIndex: 0,
    });
    await expect(documents.rename(containerTag, { from: "a", to: "b" })).rejects.toBeInstanceOf(ConflictError);
    const invalid = documents.put(named("a"), { importance: 9 });
    await expect(invalid).rejects.toBeInstanceOf(ValidationError);
    await expect(invalid).rejects.toMatchObject({ errors: [{ path: "importance" }] });
    const stranger = new Stela({ ...apiUnderTest(), apiKey: "stl_nobody" });
    await expect(stranger.documents.get(named("a"))).rejects.toBeInstanceOf(AuthenticationError);
  });
});

describe("an answer that is lost on the way, and the retry", () => {
  const file = "/memories/a";
  const command = (input: object) => (client: Stela, key: string) =>
    client.memory.run(containerTag, input, { idempotencyKey: key });
  const settled: [
    name: string,
    call: (client: Stela, idempotencyKey: string) => ApiPromise<unknown>,
    version: number | null,
  ][] = [
    ["upsert", (c, k) => c.documents.upsert({ containerTag, customId: file, content: "z" }, { idempotencyKey: k }), 2],
    ["put", (c, k) => c.documents.put(named(file), { content: "z" }, { idempotencyKey: k }), 2],
    [
      "put under If-Match",
      (c, k) => c.documents.put(named(file), { content: "z" }, { idempotencyKey: k, ifMatch: 1 }),
      2,
    ],
    ["update", (c, k) => c.documents.update(named(file), { content: "z" }, { idempotencyKey: k }), 2],
    ["edit", (c, k) => c.documents.edit(named(file), [{ append: "z" }], { idempotencyKey: k }), 2],
    ["delete", (c, k) => c.documents.delete(named(file), { idempotencyKey: k }), null],
    [
      "rename",
      (c, k) => c.documents.rename(containerTag, { from: file, to: "/memories/b" }, { idempotencyKey: k }),
      null,
    ],
    [
      "batch",
      (c, k) => {
        const operations: Operation[] = [{ op: "edit", customId: file, edits: [{ append: "z" }] }];
        return c.documents.batch({ containerTag, operations }, { idempotencyKey: k });
      },
      2,
    ],
    ["container settings", (c, k) => c.containers.update(containerTag, { maxBytes: 9_999 }, { idempotencyKey: k }), 1],
    ["memory create", command({ command: "create", path: "/memories/new", file_text: "z" }), 1],
    ["memory str_replace", command({ command: "str_replace", path: file, old_str: "a", new_str: "aa" }), 2],
    ["memory insert", command({ command: "insert", path: file, insert_line: 0, insert_text: "z" }), 2],
    ["memory delete", command({ command: "delete", path: file }), null],
    ["memory rename", command({ command: "rename", old_path: file, new_path: "/memories/b" }), null],
  ];

  test.each(settled)("of %s: applied once, same answer", async (_, call, version) => {
    const cut = new Stela({ ...apiUnderTest(), baseUrl: proxy.url });
    await stela.documents.put(named(file), { content: "a" });
    const key = crypto.randomUUID();
    proxy.loseAnswers(1);
    const lost = proxy.lost;
    const answer = await call(cut, key).withResponse();
    expect(proxy.lost).toBe(lost + 1);
    expect(answer.isReplayed).toBe(true);
    const again = await call(stela, key).withResponse();
    expect(again).toMatchObject({ data: answer.data, status: answer.status, isReplayed: true });
    const [document] = (await stela.documents.list(containerTag, { prefix: file })).documents;
    expect(document?.version ?? null).toBe(version);
  });

  test("of each command of the memory tool, in one reply of the model: applied once, and answered as if nothing had happened", async () => {
    const tool = createClaudeMemoryTool(new Stela({ ...apiUnderTest(), baseUrl: proxy.url }), { containerTag });
    const inputs = [
      { command: "create", path: file, file_text: "one\n" },
      { command: "insert", path: file, insert_line: 1, insert_text: "two\n" },
      { command: "str_replace", path: file, old_str: "two", new_str: "two two" },
      { command: "rename", old_path: file, new_path: "/memories/b" },
      { command: "create", path: file, file_text: "x" },
      { command: "delete", path: file },
      { command: "view", path: "/memories/b" },
    ];
    for (const [index, input] of inputs.entries()) {
      proxy.loseAnswers(1);
      const [result] = await agent.calls(tool, [input], 1);
      expect({ index, is_error: result?.is_error ?? false, content: result?.content }).toMatchObject({
        index,
        is_error: false,
      });
    }
    expect(await contentOf("/memories/b")).toBe("one\ntwo two\n");
    expect((await stela.documents.list(containerTag)).documents.map(({ customId }) => customId)).toEqual([
      "/memories/b",
    ]);
  });

  test("of a tool call that is run again by another process: applied once, same answer", async () => {
    const call = memoryCall({ command: "str_replace", path: file, old_str: "a", new_str: "aa" });
    await stela.documents.put(named(file), { content: "a" });
    const newProcess = () => createClaudeMemoryTool(stela, { containerTag });
    const first = await agent.run(newProcess(), [[call]]);
    expect(await agent.run(newProcess(), [[call]])).toEqual(first);
    expect(await contentOf(file)).toBe("aa");
  });
});

test("an insert after somebody else's change is refused until the file is viewed again", async () => {
  const path = "/memories/a";
  await stela.documents.put(named(path), { content: "one\ntwo\n" });
  const tool = createClaudeMemoryTool(stela, { containerTag });
  const insert = { command: "insert", path, insert_line: 2, insert_text: "after two" };
  await agent.calls(tool, [{ command: "view", path }], 1);
  await stela.documents.edit(named(path), [{ insertLine: 0, insertText: "zero\n" }]);
  const text = `Error: ${path} was changed by another writer after you last viewed it. View it again, then insert.`;
  expect(await agent.calls(tool, [insert, insert], 2)).toMatchObject([
    { content: text, is_error: true },
    { content: text, is_error: true },
  ]);
  const again = [
    { command: "view", path },
    { ...insert, insert_line: 3 },
    { ...insert, insert_line: 0, insert_text: "top" },
  ];
  for (const result of await agent.calls(tool, again, 3)) expect(result.is_error ?? false).toBe(false);
  expect(await contentOf(path)).toMatch(/^top\n?zero\none\ntwo\nafter two/);
});

describe("1,005 files", () => {
  const paths = Array.from({ length: 1_005 }, (_, index) => `/memories/${String(index).padStart(4, "0")}.md`);
  const store = async () => {
    for (let first = 0; first < paths.length; first += 100) {
      const operations = paths
        .slice(first, first + 100)
        .map((customId): Operation => ({ op: "upsert", customId, content: "x" }));
      await stela.documents.batch({ containerTag, operations });
    }
  };

  test("are listed completely by iteration, and by the tool's own paging", async () => {
    await store();
    for (const limit of [200, 37]) {
      const listed: string[] = [];
      for await (const { customId } of stela.documents.list(containerTag, { limit })) listed.push(customId);
      expect(listed).toEqual(paths);
    }
    const tool = createClaudeMemoryTool(stela, { containerTag });
    const shown: string[] = [];
    let view: object | undefined = { command: "view", path: "/memories" };
    while (view !== undefined) {
      const [result] = await agent.calls(tool, [view], 1);
      const text = String(result?.content);
      shown.push(...text.split("\n").flatMap((line) => /^1B\t(.+)$/.exec(line)?.[1] ?? []));
      const next = /use view_range \[(\d+), (\d+)\]/.exec(text);
      view = next ? { command: "view", path: "/memories", view_range: [Number(next[1]), Number(next[2])] } : undefined;
    }
    expect(shown).toEqual(paths);
  });
});

test("32 writers through 32 tools, 30 str_replace each on their own line of one file: none refused, none lost", async () => {
  const path = "/memories/shared.md";
  const writers = Array.from({ length: 32 }, (_, index) => index);
  await stela.documents.put(named(path), { content: writers.map((writer) => `writer ${writer}: 0;\n`).join("") });
  const refused: string[] = [];
  await Promise.all(
    writers.map(async (writer) => {
      const tool = createClaudeMemoryTool(stela, { containerTag });
      for (let edit = 0; edit < 30; edit += 1) {
        const [old_str, new_str] = [edit, edit + 1].map((count) => `writer ${writer}: ${count};`);
        const input = { command: "str_replace", path, old_str, new_str };
        const { is_error, content } = await tool.handleCommandForToolResult(input, `toolu_${writer}_${edit}`);
        if (is_error) refused.push(content);
      }
    }),
  );
  expect(refused).toEqual([]);
  const { version, content } = await stela.documents.get(named(path));
  expect(content).toBe(writers.map((writer) => `writer ${writer}: 30;\n`).join(""));
  expect(version).toBe(961);
});
