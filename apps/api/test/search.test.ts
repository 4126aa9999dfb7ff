import "@stela/core/testing/seed-properties";
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import conformance from "../../../conformance/search.json" with { type: "json" };
import worker from "../src/worker.ts";
import { asOwner, sharedDatabase } from "./database.ts";
import { documentPath, newOrganization, type Organization, putAll } from "./organization.ts";
import { expectProblem } from "./problem.ts";

let organization: Organization;
beforeAll(async () => {
  organization = await newOrganization();
});

async function find(organization: Organization, body: object): Promise<string[]> {
  const answer = await organization.call("POST", "/v1/search", { body: { limit: 100, ...body } });
  if (answer.status !== 200) throw new Error(`A search was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.hits.map(({ customId }: { customId: string }) => customId);
}

describe("the queries of conformance/search.json", () => {
  beforeAll(() => putAll(organization, "conformance", conformance.documents));
  test.each(conformance.queries)("$query", async ({ query, mode, all = [], none = [], first }) => {
    const found = await find(organization, { containerTag: "conformance", query, ...(mode && { mode }) });
    expect(found).toEqual(expect.arrayContaining(all));
    for (const customId of none) expect(found).not.toContain(customId);
    if (first !== undefined) expect(found[0]).toBe(first);
  });
});

describe("what is looked for is found", () => {
  const texts = {
    korean: "다음 주 회의를 서울에서 합니다. ブランチはメインです。",
    mixed: "使用PostgreSQL数据库和Redis缓存。",
    width: "ＦＵＬＬ－ＷＩＤＴＨ ﾃｽﾄ",
    german: "Die Straße in MÜNCHEN, İstanbul.",
    code: "import { Stela } from '@stela/sdk'; // see .env, C++ and parseHTTPResponse",
    numbers: "It costs 1,234,567 since 2024-05-01; write to ana.b@example.org or https://example.org/a/b?c=d",
    emoji: "Great work 🎉 team",
    russian: "Привет, Алёна любит Йогурт",
    plain: "nothing of the kind",
  };
  beforeAll(() => putAll(organization, "scripts", texts));
  test.each([
    ["회의", "korean"],
    ["서울", "korean"],
    ["メイン", "korean"],
    ["数据库", "mixed"],
    ["postgresql", "mixed"],
    ["PostgreSQL数据库", "mixed"],
    ["full width", "width"],
    ["テスト", "width"],
    ["strasse", "german"],
    ["munchen", "german"],
    ["istanbul", "german"],
    ["@stela/sdk", "code"],
    [".env", "code"],
    ["C++", "code"],
    ["http response", "code"],
    ["parsehttpresponse", "code"],
    ["1234567", "numbers"],
    ["1,234,567", "numbers"],
    ["2024-05-01", "numbers"],
    ["ana.b@example.org", "numbers"],
    ["https://example.org/a/b?c=d", "numbers"],
    ["🎉", "emoji"],
    ["ПРИВЕТ", "russian"],
    ["алена", "russian"],
    ["hing of the k", "plain"],
    ["zzz absent kind", "plain"],
  ])("%s", async (query, customId) => {
    expect((await find(organization, { containerTag: "scripts", query }))[0]).toBe(customId);
  });

  test("stop words alone find nothing, and a query of 1,000 characters is answered", async () => {
    expect(await find(organization, { containerTag: "scripts", query: "of the" })).toEqual([]);
    const query = `${"lorem ipsum ".repeat(82)}kind`.slice(-1000);
    expect(await find(organization, { containerTag: "scripts", query })).toEqual(["plain"]);
  });
});

test("a hit tells what matched where, in UTF-16 code units, and on which lines", async () => {
  const content = `🎉 first\n${"filler words here\n".repeat(300)}the Café is in Zürich\nlast`;
  await putAll(organization, "snippets", { long: content });
  const { body } = await organization.call("POST", "/v1/search", {
    body: { containerTag: "snippets", query: "cafe zurich" },
  });
  const [hit] = body.hits;
  expect(hit.content).toBeUndefined();
  expect(hit.passage).toBeGreaterThan(0);
  const { text, ranges, firstLine, lastLine } = hit.snippet;
  expect(ranges.map(({ start, end }: { start: number; end: number }) => text.slice(start, end))).toEqual([
    "Café",
    "Zürich",
  ]);
  expect(
    content
      .split("\n")
      .slice(firstLine - 1, lastLine)
      .join("\n"),
  ).toContain(text);
});

describe("filters", () => {
  beforeAll(async () => {
    const operations = Array.from({ length: 60 }, (_, n) => ({
      op: "upsert",
      customId: `${n % 2 === 0 ? "even" : "odd"}/${n}`,
      content: "apple",
      tags: [`t${n % 3}`],
      metadata: { n, name: `name ${n}`, list: [n, n + 1], deep: { at: n }, ...(n % 5 === 0 && { five: true }) },
      category: n % 2 === 0 ? "decision" : "todo",
      status: n < 10 ? "archived" : "active",
    }));
    await organization.call("POST", "/v1/batch", { body: { containerTag: "filters", operations } });
  });
  const all = Array.from({ length: 60 }, (_, n) => n);
  test.each<[string, object, (n: number) => boolean]>([
    ["tags", { tags: ["t1"] }, (n) => n % 3 === 1],
    ["any tags", { anyTags: ["t0", "t1"] }, (n) => n % 3 < 2],
    ["no tags", { noTags: ["t0"] }, (n) => n % 3 > 0],
    ["category", { categories: ["todo"] }, (n) => n % 2 === 1],
    ["status", { statuses: ["archived"] }, (n) => n < 10],
    ["prefix", { prefix: "even/" }, (n) => n % 2 === 0],
    ["a prefix with a percent sign", { prefix: "%" }, () => false],
    ["times", { createdAt: { from: "2000-01-01T00:00:00Z" }, updatedAt: { to: "2000-01-01T00:00:00Z" } }, () => false],
    ["eq", { metadata: { key: "n", eq: 7 } }, (n) => n === 7],
    ["eq of another type", { metadata: { key: "n", eq: "7" } }, () => false],
    ["ne", { metadata: { key: "five", ne: true } }, (n) => n % 5 !== 0],
    ["gt and lte", { metadata: { key: "n", gt: 5, lte: 9 } }, (n) => n > 5 && n <= 9],
    ["in", { metadata: { key: "n", in: [1, 2, "3"] } }, (n) => n === 1 || n === 2],
    ["contains, of a list", { metadata: { key: "list", contains: 4 } }, (n) => n === 3 || n === 4],
    ["contains, of a text", { metadata: { key: "name", contains: "e 1" } }, (n) => String(n).startsWith("1")],
    ["exists", { metadata: { NOT: { key: "five", exists: true } } }, (n) => n % 5 !== 0],
    ["a member of a member", { metadata: { key: "deep.at", lt: 2 } }, (n) => n < 2],
    [
      "AND, OR, NOT",
      {
        metadata: {
          AND: [
            {
              OR: [
                { key: "n", eq: 1 },
                { key: "n", eq: 2 },
              ],
            },
            { NOT: { key: "n", eq: 1 } },
          ],
        },
      },
      (n) => n === 2,
    ],
    ["what looks like a path", { metadata: { key: '" ? (true) . "', eq: 1 } }, () => false],
  ])("%s", async (_, filters, matches) => {
    for (const mode of ["hybrid", "substring"]) {
      const found = await find(organization, { containerTag: "filters", query: "apple", mode, filters });
      expect(found.map((customId) => Number(customId.split("/")[1])).toSorted((a, b) => a - b)).toEqual(
        all.filter(matches),
      );
    }
  });

  test.each(["hybrid", "substring"])("a walk by pages of 7 meets each match once: %s", async (mode) => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const body = { containerTag: "filters", query: "apple", mode, filters: { tags: ["t1"] }, limit: 7, cursor };
      const page = await organization.call("POST", "/v1/search", { body });
      found.push(...page.body.hits.map(({ customId }: { customId: string }) => customId));
      cursor = page.body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toHaveLength(20);
    expect(new Set(found).size).toBe(20);
  });
});

test.each<[string, object]>([
  ["no query", { containerTag: "x" }],
  ["an empty query", { containerTag: "x", query: "  " }],
  ["a query past the limit", { containerTag: "x", query: "a".repeat(1001) }],
  ["no container", { query: "a" }],
  ["containerTag and containerTags", { query: "a", containerTag: "x", containerTags: ["y"] }],
  ["33 containers", { query: "a", containerTags: Array.from({ length: 33 }, (_, n) => `c${n}`) }],
  ["limit 101", { query: "a", containerTag: "x", limit: 101 }],
  ["a condition without a test", { query: "a", containerTag: "x", filters: { metadata: { key: "n" } } }],
  [
    "conditions nine deep",
    {
      query: "a",
      containerTag: "x",
      filters: { metadata: Array.from({ length: 8 }).reduce<object>((inner) => ({ NOT: inner }), { key: "n", eq: 1 }) },
    },
  ],
  ["a cursor of our own making", { query: "a", containerTag: "x", cursor: "e30.e30" }],
])("%s is refused with 422", async (_, body) => {
  expectProblem(await organization.call("POST", "/v1/search", { body }), 422, "validation_failed");
});

test("several containers are searched together, and one that the key does not cover is 404 for all", async () => {
  await putAll(organization, "c:1", { a: "shared word" });
  await putAll(organization, "c:2", { b: "shared word too" });
  const key = await organization.newKey({ containers: ["c:1"] });
  expect((await find(organization, { containerTags: ["c:1", "c:2"], query: "shared" })).toSorted()).toEqual(["a", "b"]);
  const body = { containerTags: ["c:1", "c:2"], query: "shared" };
  expectProblem(await organization.call("POST", "/v1/search", { key, body }), 404, "not_found");
});

test("an expired document is never found", async () => {
  await organization.call("PUT", documentPath("expiry", "gone"), {
    body: { content: "ephemeral", expiresAt: "2020-01-01T00:00:00Z" },
  });
  for (const mode of ["hybrid", "substring"])
    expect(await find(organization, { containerTag: "expiry", query: "ephemeral", mode })).toEqual([]);
});

test("a document of 1 MiB is found by its last word, with its line", async () => {
  const line = "lorem ipsum dolor sit amet consectetur\n";
  const content = `${line.repeat(26_880).slice(0, 1_048_576 - 9)}\nxylophon`;
  await organization.call("PUT", documentPath("limit", "mib"), { body: { content } });
  const { body } = await organization.call("POST", "/v1/search", {
    body: { containerTag: "limit", query: "xylophon" },
  });
  expect(body.hits[0].snippet.text).toContain("xylophon");
  expect(body.hits[0].snippet.lastLine).toBe(content.split("\n").length);
});

test("what is written, changed, moved, restored, undone, erased and deleted is found as it is, at once", async () => {
  const words = ["alder", "birch", "cedar", "dogwood", "elm"];
  const customIds = ["a", "b", "c"];
  const step = fc.oneof(
    fc.record({ does: fc.constant("put"), customId: fc.constantFrom(...customIds), word: fc.constantFrom(...words) }),
    fc.record({ does: fc.constant("edit"), customId: fc.constantFrom(...customIds), word: fc.constantFrom(...words) }),
    fc.record({
      does: fc.constant("rename"),
      customId: fc.constantFrom(...customIds),
      word: fc.constantFrom(...customIds),
    }),
    fc.record({
      does: fc.constantFrom("delete", "erase", "restore", "undo", "index"),
      customId: fc.constantFrom(...customIds),
      word: fc.constant(""),
    }),
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const tag = `walk:${run++}`;
      for (const [index, { does, customId, word }] of steps.entries()) {
        const at = documentPath(tag, customId);
        const send = (method: string, path: string, body?: object) =>
          organization.call(method, path, { ...(body && { body }), headers: { "stela-session": `s${index}` } });
        if (does === "put") await send("PUT", at, { content: `${word} tree` });
        if (does === "edit") await send("POST", `${at}/edits`, { edits: [{ append: ` ${word}` }] });
        if (does === "rename") await send("POST", `/v1/containers/${tag}/rename`, { from: customId, to: word });
        if (does === "delete") await send("DELETE", at);
        if (does === "erase") await send("POST", `/v1/containers/${tag}/erase`, { customId });
        if (does === "restore") await send("POST", `${at}/restore`, { version: 1 });
        if (does === "undo") await send("POST", `/v1/containers/${tag}/undo`, { session: `s${index - 1}` });
        if (does === "index") await indexNow(tag);
      }
      const { body } = await organization.call("GET", `/v1/containers/${tag}/documents?fields=content`);
      for (const word of words) {
        const expected = body.documents
          .filter(({ content }: { content: string }) => content.includes(word))
          .map(({ customId }: { customId: string }) => customId);
        expect((await find(organization, { containerTag: tag, query: word })).toSorted()).toEqual(expected.toSorted());
      }
    }),
    { numRuns: 12 },
  );
});

/** As the scheduled job does. */
async function indexNow(tag: string): Promise<void> {
  const sql = asOwner();
  await sql.transaction([
    sql`select set_config('app.org_id', ${organization.id}, true)`,
    sql`select stela.index_marked(${tag}, 1000)`,
  ]);
}

test("a container with postings answers as one without, after changes and an erasure too", async () => {
  const sql = asOwner();
  await insertLarge(1, 1200);
  expect(await segmentsOf("large")).toEqual([512, 1024, 1152]);
  expect(await find(organization, { containerTag: "large", query: "number77" })).toEqual(["d77"]);
  await organization.call("PUT", documentPath("large", "d77"), { body: { content: "common changed77" } });
  await organization.call("POST", "/v1/containers/large/erase", { body: { customId: "d78" } });
  await indexNow("large");
  for (const gone of ["number77", "number78"])
    expect(await find(organization, { containerTag: "large", query: gone, mode: "keyword" })).toEqual([]);
  const traces = await sql`select from stela.search_postings where org_id = ${organization.id} and term = 'number78'`;
  expect(traces).toEqual([]);
  expect(await find(organization, { containerTag: "large", query: "changed77" })).toEqual(["d77"]);
  await insertLarge(1201, 1540);
  expect(await segmentsOf("large")).toEqual([512, 1024, 1536]);
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await organization.call("POST", "/v1/search", {
      body: { containerTag: "large", query: "common", limit: 100, cursor },
    });
    found.push(...page.body.hits.map(({ customId }: { customId: string }) => customId));
    cursor = page.body.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(found).toHaveLength(1539);
  expect(new Set(found).size).toBe(1539);
}, 60_000);

/** The segments of a container, which are just those that have postings. */
async function segmentsOf(tag: string): Promise<number[]> {
  const [row] = await asOwner()`select segments, array(select distinct last_slot from stela.search_postings as p
      where p.org_id = c.org_id and p.container_tag = c.container_tag order by 1) as posted
    from stela.search_containers as c where org_id = ${organization.id} and container_tag = ${tag}`;
  expect(row?.["posted"]).toEqual(row?.["segments"]);
  return row?.["segments"];
}

async function insertLarge(from: number, to: number): Promise<void> {
  const sql = asOwner();
  await sql.transaction([
    sql`select set_config('app.org_id', ${organization.id}, true), set_config('app.containers', '{*}', true)`,
    sql`insert into stela.documents (org_id, id, container_tag, custom_id, version, content)
      select ${organization.id}::uuid, gen_random_uuid(), 'large', 'd' || n, 1, 'common word' || n % 7 || ' number' || n
      from generate_series(${from}::int, ${to}::int) as n`,
    sql`select stela.index_marked('large', 5000)`,
  ]);
}

test("a container that a migration finds full answers 503 until it is indexed, a part with each try", async () => {
  await putAll(organization, "migrated", { old: "venerable text" });
  const sql = asOwner();
  await sql`insert into stela.search_marks (org_id, container_tag, document_id, transaction_id)
    select ${organization.id}::uuid, 'migrated', gen_random_uuid(), 0 from generate_series(1, 4200)`;
  const ask = () => organization.call("POST", "/v1/search", { body: { containerTag: "migrated", query: "venerable" } });
  const first = await ask();
  expectProblem(first, 503, "unavailable");
  expect(first.headers.get("retry-after")).toBe("1");
  expect((await ask()).body.hits).toHaveLength(1);
});

test("the scheduled job leaves nothing to index, in any organization", async () => {
  await putAll(organization, "scheduled", { a: "unsearched words" });
  const database = sharedDatabase();
  const sql = asOwner();
  const count = async () =>
    (await sql`select count(*)::int as count from stela.search_marks where org_id = ${organization.id}`)[0]?.["count"];
  expect(await count()).toBeGreaterThan(0);
  const env = {
    DATABASE_URL: database.appUrl,
    DATABASE_FETCH_ENDPOINT: database.endpointUrl,
    SIGNING_SECRET: "s".repeat(32),
  };
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: "*/10 * * * *" }), env);
  await waitOnExecutionContext(context);
  expect(await count()).toBe(0);
  expect(await find(organization, { containerTag: "scheduled", query: "unsearched" })).toEqual(["a"]);
});
