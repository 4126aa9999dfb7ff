import { beforeEach, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import {
  type Answer,
  documentPath,
  newOrganization,
  type Organization,
  putAll,
  runCommand,
  storedTexts,
} from "./organization.ts";

const TAG = "shared";

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});

const memory = (input: object) => runCommand(organization, TAG, input);
const create = (path: string, file_text = "text") => memory({ command: "create", path, file_text });
const put = (customId: string, content: string, headers: Record<string, string> = {}) =>
  organization.call("PUT", documentPath(TAG, customId), { body: { content }, headers });

/** Starts all at once and waits for all. */
function together<Result>(count: number, start: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => start(index)));
}

function counted(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = body.isError === undefined ? String(status) : body.isError ? "refused" : "done";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe("writers of one document", () => {
  test("32 writers with 30 edits each of their own line lose none and are never refused", async () => {
    const lines = (text: (writer: number) => string) =>
      Array.from({ length: 32 }, (_, writer) => text(writer)).join("\n");
    await create(
      "/memories/board.md",
      lines((writer) => `writer ${writer}: 0.`),
    );
    const refused = await together(32, async (writer) => {
      const answers: Answer[] = [];
      for (let edit = 0; edit < 30; edit++) {
        const [old_str, new_str] = [`writer ${writer}: ${edit}.`, `writer ${writer}: ${edit + 1}.`];
        answers.push(await memory({ command: "str_replace", path: "/memories/board.md", old_str, new_str }));
      }
      return answers.filter(({ status, body }) => status !== 200 || body.isError);
    });
    expect(refused.flat()).toEqual([]);
    const { body } = await organization.call("GET", documentPath(TAG, "/memories/board.md"));
    expect(body).toMatchObject({ version: 961, content: lines((writer) => `writer ${writer}: 30.`) });
  });

  test("of 32 writes that ask for one version, one is done and 31 are told the present version", async () => {
    await put("page", "start");
    const answers = await together(32, (writer) => put("page", `writer ${writer}`, { "if-match": '"1"' }));
    expect(counted(answers)).toEqual({ "200": 1, "412": 31 });
    const refused = answers.filter(({ status }) => status === 412);
    expect(refused.map(({ body }) => body.currentVersion)).toEqual(Array(31).fill(2));
    const winner = answers.find(({ status }) => status === 200);
    expect((await organization.call("GET", documentPath(TAG, "page"))).body).toEqual(winner?.body);
  });

  test("of 16 writes that ask for none to be there, one makes it", async () => {
    const answers = await together(16, (writer) => put("page", `writer ${writer}`, { "if-none-match": "*" }));
    expect(counted(answers)).toEqual({ "201": 1, "412": 15 });
  });

  test("16 upserts of a new name make one document and 15 new versions of it", async () => {
    const answers = await together(16, (writer) => put("page", `writer ${writer}`));
    expect(counted(answers)).toEqual({ "201": 1, "200": 15 });
    expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 16 }, (_, index) => index + 1),
    );
  });

  test("16 deletes delete once", async () => {
    await put("page", "text");
    const answers = await together(16, () => organization.call("DELETE", documentPath(TAG, "page")));
    expect(counted(answers)).toEqual({ "200": 1, "404": 15 });
  });
});

describe("creations and renames at once", () => {
  test("of 16 creates of one path, one is done", async () => {
    const answers = await together(16, (writer) => create("/memories/one.md", `writer ${writer}`));
    expect(counted(answers)).toEqual({ done: 1, refused: 15 });
    const made = answers.findIndex(({ body }) => !body.isError);
    expect(await storedTexts(organization, TAG)).toEqual({ "/memories/one.md": `writer ${made}` });
  });

  test("of 16 renames onto one destination, one is done, and the others stay where they are", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 16 }, (_, index) => [`/memories/from/${index}.md`, `${index}`]),
    );
    await putAll(organization, TAG, files);
    const answers = await together(16, (index) =>
      memory({ command: "rename", old_path: `/memories/from/${index}.md`, new_path: "/memories/to.md" }),
    );
    expect(counted(answers)).toEqual({ done: 1, refused: 15 });
    const moved = answers.findIndex(({ body }) => !body.isError);
    const { [`/memories/from/${moved}.md`]: text, ...others } = files;
    expect(await storedTexts(organization, TAG)).toEqual({ ...others, "/memories/to.md": text });
  });

  test("of 8 renames of one directory to 8 places, one is done", async () => {
    await putAll(organization, TAG, { "/memories/from/a": "a", "/memories/from/b/c": "c" });
    const answers = await together(8, (index) =>
      memory({ command: "rename", old_path: "/memories/from", new_path: `/memories/to${index}` }),
    );
    expect(counted(answers)).toEqual({ done: 1, refused: 7 });
    const moved = answers.findIndex(({ body }) => !body.isError);
    expect(await storedTexts(organization, TAG)).toEqual({
      [`/memories/to${moved}/a`]: "a",
      [`/memories/to${moved}/b/c`]: "c",
    });
  });

  const ways: readonly [string, (path: string, from: string) => Promise<Answer>][] = [
    ["create", (path) => create(path)],
    ["PUT", (path) => put(path, "text")],
    [
      "batch",
      (path) =>
        organization.call("POST", "/v1/batch", {
          body: { containerTag: TAG, operations: [{ op: "upsert", customId: path, content: "" }] },
        }),
    ],
    ["rename", (path, from) => organization.call("POST", `/v1/containers/${TAG}/rename`, { body: { from, to: path } })],
  ];
  test.each(ways)(
    "a name is never a file and a directory, with %s of the one and creates of the other",
    async (_, make) => {
      await putAll(
        organization,
        TAG,
        Object.fromEntries(Array.from({ length: 30 }, (_, round) => [`/memories/spare/${round}`, ""])),
      );
      await together(30, async (round) => {
        const file = make(`/memories/r${round}/x`, `/memories/spare/${round}`);
        const [above, beneath] = [create(`/memories/r${round}`), create(`/memories/r${round}/x/y/z`)];
        expect(
          (await Promise.all([file, above, beneath])).map(({ status }) => status).filter((status) => status >= 500),
        ).toEqual([]);
      });
      const names = Object.keys(await storedTexts(organization, TAG));
      const both = names.filter((name) => names.some((other) => other.startsWith(`${name}/`)));
      expect(both).toEqual([]);
      expect(names.filter((name) => !name.startsWith("/memories/spare/")).length).toBeGreaterThanOrEqual(30);
    },
  );
});

describe("many documents at once", () => {
  test("batches that edit A then B, batches that edit B then A, edits and deletes between: none waits for ever", async () => {
    const names = ["/memories/a", "/memories/b", "/memories/c/d"];
    await putAll(organization, TAG, Object.fromEntries(names.map((name) => [name, ""])));
    const edits = [{ append: "x" }];
    const batch = (order: readonly string[]) =>
      organization.call("POST", "/v1/batch", {
        body: { containerTag: TAG, operations: order.map((customId) => ({ op: "edit", customId, edits })) },
      });
    const answers = await together(60, (index) => {
      if (index % 3 === 0) return batch(names);
      if (index % 3 === 1) return batch(names.toReversed());
      return organization.call("POST", `${documentPath(TAG, names[index % 2] ?? "")}/edits`, { body: { edits } });
    });
    expect(counted(answers)).toEqual({ "200": 60 });
    expect(await storedTexts(organization, TAG)).toEqual({
      "/memories/a": "x".repeat(50),
      "/memories/b": "x".repeat(50),
      "/memories/c/d": "x".repeat(40),
    });
  });

  test("a reader sees a rename of 1,000 files whole or not at all, and is not kept waiting", async () => {
    const name = (index: number) => String(index).padStart(4, "0");
    await putAll(
      organization,
      TAG,
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`/memories/x0/${name(index)}`, "t"])),
    );
    let isRenaming = true;
    const read: Record<string, Set<string>> = { list: new Set(), tree: new Set(), view: new Set() };
    const readers = [
      async () => {
        const { body } = await organization.call("GET", `/v1/containers/${TAG}/documents?limit=200&total=true`);
        const directories = body.documents.map(({ customId }: { customId: string }) => customId.split("/")[2]);
        read["list"]?.add(`${new Set(directories).size} directory, ${directories.length} of ${body.total}`);
      },
      async () => {
        const { body } = await organization.call(
          "GET",
          `/v1/containers/${TAG}/tree?path=/memories&depth=2&limit=1000&counts=true`,
        );
        const files: string[] = body.entries
          .filter(({ type }: { type: string }) => type === "file")
          .map(({ path }: { path: string }) => path);
        read["tree"]?.add(
          `${new Set(files.map((path) => path.split("/")[2])).size} directory, ${files.length} of ${body.entries[0].files}`,
        );
      },
      async () => {
        const { body } = await memory({ command: "view", path: "/memories", view_range: [900, 2000] });
        const rows: string[] = body.content.split("\n").slice(2);
        read["view"]?.add(`${new Set(rows.map((row) => row.split("/")[2])).size} directory, ${rows.length}`);
      },
    ];
    const reading = readers.map(async (reader) => {
      while (isRenaming) await reader();
    });
    for (let round = 0; round < 6; round++) {
      const body = { from: `/memories/x${round}`, to: `/memories/x${round + 1}` };
      const { status, body: renamed } = await organization.call("POST", `/v1/containers/${TAG}/rename`, { body });
      expect({ status, renamed: renamed.renamed }).toEqual({ status: 200, renamed: 1_000 });
    }
    isRenaming = false;
    await Promise.all(reading);
    expect(read).toEqual({
      list: new Set(["1 directory, 200 of 1000"]),
      tree: new Set(["1 directory, 999 of 1000"]),
      view: new Set(["1 directory, 102"]),
    });
  });

  test("what only reads sees one snapshot: its functions are stable", async () => {
    const reading = [
      "tree_entries",
      "memory_view",
      "has_beneath",
      "file_above",
      "document_json",
      "container_json",
      "may_access",
    ];
    const rows = await asOwner()`select proname as name, provolatile as volatility from pg_proc
      where pronamespace = 'stela'::regnamespace and proname = any (${reading}) order by array_position(${reading}, proname::text)`;
    expect(rows).toEqual(reading.map((name) => ({ name, volatility: "s" })));
  });

  test("a directory's delete, with edits and creates beneath it at once, loses no answered edit from history", async () => {
    const answers = await together(12, async (round) => {
      const directory = `/memories/r${round}`;
      await putAll(organization, TAG, { [`${directory}/a`]: "0", [`${directory}/b`]: "0" });
      return Promise.all([
        memory({ command: "delete", path: directory }),
        memory({ command: "insert", path: `${directory}/a`, insert_line: 0, insert_text: "x" }),
        create(`${directory}/c`),
        memory({ command: "str_replace", path: `${directory}/b`, old_str: "0", new_str: "1" }),
        memory({ command: "delete", path: directory }),
        organization.call("PATCH", documentPath(TAG, `${directory}/a`), { body: { pinned: true } }),
      ]);
    });
    expect(answers.flat().filter(({ status }) => status >= 500)).toEqual([]);
    const [history] = await asOwner()`
      select count(*) filter (where operation = 'update')::int as updates, count(*) filter (where operation = 'create')::int as creates
      from stela.revisions where org_id = ${organization.id}`;
    const done = answers
      .flatMap((round) => [round[1], round[3], round[5]])
      .filter((each) => each?.status === 200 && each.body.isError !== true);
    const made = answers.filter(([, , made]) => made?.body.isError === false);
    expect(history).toEqual({ updates: done.length, creates: 24 + made.length });
    await expectCountersToBeTrue();
  });

  test("the container's counters are the truth after a mix of everything", async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `/memories/${index % 3}/${index}`);
    const pick = (index: number) => paths[(index * 7) % paths.length] ?? "";
    const answers = await together(240, (index) => {
      const path = pick(index);
      switch (index % 8) {
        case 0:
        case 1:
          return create(path, "é".repeat(index));
        case 2:
          return put(path, "x".repeat(index));
        case 3:
          return memory({ command: "insert", path, insert_line: 0, insert_text: "选" });
        case 4:
          return memory({ command: "delete", path });
        case 5:
          return memory({ command: "rename", old_path: path, new_path: pick(index + 5) });
        case 6:
          return memory({
            command: "rename",
            old_path: `/memories/${index % 3}`,
            new_path: `/memories/${(index + 1) % 3}`,
          });
        default: {
          const operations = [
            { op: "upsert", customId: path, content: "yy" },
            { op: "delete", customId: pick(index + 1) },
          ];
          return organization.call("POST", "/v1/batch", { body: { containerTag: TAG, operations } });
        }
      }
    });
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await expectCountersToBeTrue();
  });

  async function expectCountersToBeTrue(): Promise<void> {
    const texts = Object.values(await storedTexts(organization, TAG));
    const bytes = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
    const { body } = await organization.call("GET", `/v1/containers/${TAG}`);
    expect({ documents: body.documents, bytes: body.bytes }).toEqual({ documents: texts.length, bytes });
  }
});

describe("one after another", () => {
  test("a read right after a write sees it, by every way to read", async () => {
    await together(8, async (writer) => {
      const path = `/memories/w${writer}/f`;
      for (let round = 1; round <= 5; round++) {
        const { body: written } = await put(path, `round ${round}`);
        const reads = await Promise.all([
          organization.call("GET", `/v1/documents/${written.id}`),
          organization.call("GET", documentPath(TAG, path)),
          organization.call("GET", `/v1/containers/${TAG}/documents?prefix=/memories/w${writer}/&fields=content`),
          organization.call("GET", `/v1/containers/${TAG}/tree?path=/memories/w${writer}`),
          memory({ command: "view", path }),
        ]);
        expect(reads.map(({ body }) => body)).toMatchObject([
          { version: round, content: `round ${round}` },
          { version: round, content: `round ${round}` },
          { documents: [{ version: round, content: `round ${round}` }] },
          { entries: [{ path, version: round }] },
          { version: round, content: expect.stringContaining(`\tround ${round}`) },
        ]);
      }
    });
  });

  test("a path can be made again as soon as it is deleted, as a document of its own", async () => {
    const ids = new Set<string>();
    for (let round = 0; round < 5; round++) {
      expect((await create("/memories/again", `round ${round}`)).body).toMatchObject({ isError: false, version: 1 });
      ids.add((await organization.call("GET", documentPath(TAG, "/memories/again"))).body.id);
      expect((await memory({ command: "delete", path: "/memories/again" })).body.isError).toBe(false);
      expect((await organization.call("GET", documentPath(TAG, "/memories/again"))).status).toBe(404);
    }
    expect(ids.size).toBe(5);
  });
});
