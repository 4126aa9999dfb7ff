import { hashKey } from "@stela/core/keys";
import { commandSequence } from "@stela/core/testing/arbitrary-commands";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asApp, asOwner, contents, type Database, newDatabase } from "./database.ts";
import { type Answer, documentPath, newOrganization, type Organization, putAll } from "./organization.ts";
import { expectProblem } from "./problem.ts";

let database: Database;
let organization: Organization;
let tag: string;
let mark: string;
let containers = 0;
beforeAll(async () => {
  database = await newDatabase();
  organization = await newOrganization(database);
});
beforeEach(() => {
  tag = `erasure-${containers++}`;
  mark = `gone${crypto.randomUUID().replaceAll("-", "")}`;
});

interface Writing {
  readonly by?: string;
  readonly idempotency?: string;
}

const headersOf = ({ by, idempotency }: Writing) => ({
  ...(by === undefined ? {} : { "stela-session": by }),
  ...(idempotency === undefined ? {} : { "idempotency-key": idempotency }),
});
const send = (method: string, path: string, body?: object, writing: Writing = {}) =>
  organization.call(method, path, { headers: headersOf(writing), ...(body === undefined ? {} : { body }) });
const at = (customId: string) => documentPath(tag, customId);
const put = (customId: string, body: object | string, writing?: Writing) =>
  send("PUT", at(customId), typeof body === "string" ? { content: body } : body, writing);
const edit = (customId: string, edits: object[], writing?: Writing) =>
  send("POST", `${at(customId)}/edits`, { edits }, writing);
const rename = (from: string, to: string, writing?: Writing) =>
  send("POST", `/v1/containers/${tag}/rename`, { from, to }, writing);
const memory = (command: object, writing?: Writing) => send("POST", `/v1/containers/${tag}/memory`, command, writing);
const erase = (body: object) => send("POST", `/v1/containers/${tag}/erase`, body);
const receipt = async (id: string) => (await send("GET", `/v1/erasures/${id}`)).body;
const textOf = async (customId: string) => (await send("GET", at(customId))).body.content;

/** Every row of every table of the whole database that says `text`, as its owner sees it. */
async function dumped(text: string): Promise<string[]> {
  const sql = asOwner(database);
  const tables = await sql`select n.nspname || '.' || quote_ident(c.relname) as name from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm', 'p') and n.nspname not like 'pg\_%' and n.nspname <> 'information_schema' order by 1`;
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "stela.documents",
      "stela.revisions",
      "stela.idempotency",
      "stela.audit_events",
      "stela.proposals",
      "stela.search_entries",
      "stela.search_postings",
    ]),
  );
  const searches = tables.map(
    ({ name }) => `select '${name} ' || t::text as row from ${name} as t where strpos(t::text, $1) > 0`,
  );
  return (await sql.query(searches.join(" union all "), [text])).map(({ row }) => row.slice(0, 300));
}

/** Counters as they are, and as they should be. */
async function counted() {
  const sql = asOwner(database);
  const [row] = await sql`select
    (select coalesce(sum(documents), 0)::int from stela.container_counters where org_id = ${organization.id} and container_tag = ${tag}) as documents,
    (select coalesce(sum(bytes), 0)::int from stela.container_counters where org_id = ${organization.id} and container_tag = ${tag}) as bytes,
    (select coalesce(sum(documents), 0)::int from stela.organization_counters where org_id = ${organization.id}) as all_documents,
    (select coalesce(sum(bytes), 0)::int from stela.organization_counters where org_id = ${organization.id}) as all_bytes`;
  const [truth] = await sql`select count(*) filter (where container_tag = ${tag})::int as documents,
    coalesce(sum(bytes) filter (where container_tag = ${tag}), 0)::int as bytes,
    count(*)::int as all_documents, coalesce(sum(bytes), 0)::int as all_bytes
    from stela.documents where org_id = ${organization.id}`;
  return { row, truth };
}

async function expectGone(answer: Answer, ...texts: string[]): Promise<void> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body).toMatchObject({ containerTag: tag, isClean: true });
  for (const text of texts) {
    expect(JSON.stringify(answer.body)).not.toContain(text);
    expect(await dumped(text)).toEqual([]);
  }
  const again = await receipt(answer.body.id);
  expect(again).toEqual(answer.body);
  const { row, truth } = await counted();
  expect(row).toEqual(truth);
}

/** A document with the mark in every place that takes text, its name included, and requests with kept answers that say it. */
async function marked(
  name: string,
  by?: string,
): Promise<{ id: string; path: string; repeats: (() => Promise<Answer>)[] }> {
  const keys = crypto.randomUUID();
  const writing = (key: string): Writing => ({ ...(by === undefined ? {} : { by }), idempotency: `${keys} ${key}` });
  const [first, path] = [`${name}-first`, `${name}-${mark}`];
  const repeats: (() => Promise<Answer>)[] = [];
  const statuses: (number | string)[] = [];
  const keep = async (request: () => Promise<Answer>) => {
    repeats.push(request);
    const answer = await request();
    statuses.push(answer.body.isError ? "refused" : answer.status);
    return answer;
  };
  const fields = {
    tags: [mark],
    source: mark,
    key: mark,
    category: "decision",
    metadata: { [mark]: { deep: [mark] } },
  };
  const big = `${mark}\n${"long ".repeat(180_000)}`;
  const { body } = await keep(() => put(first, { content: `${mark} first ${mark}`, ...fields }, writing("put")));
  await keep(() => edit(first, [{ oldStr: "first", newStr: `second ${mark}` }], writing("edit")));
  await keep(() => edit(first, [{ oldStr: mark, newStr: "" }], writing("ambiguous")));
  await keep(() => rename(first, path, writing("rename")));
  await keep(() =>
    send(
      "POST",
      "/v1/batch",
      {
        containerTag: tag,
        operations: [{ op: "upsert", customId: path, content: big }],
      },
      writing("batch"),
    ),
  );
  await keep(() => memory({ command: "insert", path, insert_line: 1, insert_text: mark }, writing("insert")));
  await keep(() =>
    memory({ command: "str_replace", path, old_str: `long long ${mark}`, new_str: "" }, writing("absent")),
  );
  const inserted = name.startsWith("/memories/") ? 200 : "refused";
  expect(statuses).toEqual([201, 200, 409, 200, 200, inserted, "refused"]);
  return { id: body.id, path, repeats };
}

async function expectRepeatsAreRefused(repeats: readonly (() => Promise<Answer>)[]): Promise<void> {
  const answers = await Promise.all(repeats.map((request) => request()));
  for (const answer of answers) {
    // A refusal of the memory tool says no more than the request itself did, so it is still given.
    if (answer.body.isError) continue;
    expect(JSON.stringify(answer.body)).not.toContain(mark);
    expectProblem(answer, 409, "conflict");
    expect(answer.body.reason).toBe("erased");
    expect(answer.headers.get("idempotency-replayed")).toBe("true");
  }
  expect(answers.filter(({ body }) => body.reason === "erased").length).toBeGreaterThanOrEqual(5);
}

/** What a reviewer would have to decide. */
async function propose(customId: string | null, operation: object, by: string | null = null): Promise<void> {
  await asOwner(database)`insert into stela.proposals (org_id, id, container_tag, custom_id, operation, actor, session)
    values (${organization.id}, ${crypto.randomUUID()}, ${tag}, ${customId}, ${JSON.stringify(operation)}, 'key:x', ${by})`;
}

describe("erasing", () => {
  test("a document by its name leaves nothing of it, in no table, and a receipt that says so", async () => {
    const { id, path, repeats } = await marked("/memories/d/a");
    await put("/memories/d/b", "stays");
    const kept = { by: "kept", idempotency: `kept ${mark.slice(4)}` };
    const neighbour = await put("/memories/d/b", "stays too", kept);
    await send("POST", `/v1/documents/${id}/restore`, { version: 1 });
    await send("POST", `/v1/containers/${tag}/undo`, { session: "nobody" });
    await propose(path, { op: "upsert", customId: path, content: mark });
    await propose(null, { op: "rename", from: "/memories/d/b", to: path });
    const sql = asOwner(database);
    await sql.transaction([
      sql`select set_config('app.org_id', ${organization.id}, true)`,
      sql`select stela.index_marked(${tag}, 1000)`,
    ]);
    expect((await dumped(mark)).length).toBeGreaterThan(15);
    const plan = await erase({ customId: path, dryRun: true });
    expect(plan.body).toMatchObject({ dryRun: true, documents: [{ documentId: id, customId: path, action: "erase" }] });
    const answer = await erase({ customId: path });
    expect(answer.body.counts).toEqual(plan.body.counts);
    expect(answer.body.counts).toMatchObject({
      documents: 1,
      documentsCut: 0,
      revisions: 6,
      proposals: 2,
      revisionsOfOthers: 0,
    });
    expect(answer.body.counts.answers).toBeGreaterThanOrEqual(5);
    expect(answer.body.counts.auditEvents).toBeGreaterThanOrEqual(6);
    expect(answer.body).toMatchObject({ target: "document", documentIds: [id] });
    await expectGone(answer, mark, "a-first");
    await expectRepeatsAreRefused(repeats);
    expect(await dumped(mark)).toEqual([]);
    expectProblem(await send("GET", `/v1/documents/${id}/revisions`), 404, "not_found");
    expectProblem(await send("POST", `/v1/documents/${id}/restore`, { version: 1 }), 404, "not_found");
    expect(await textOf("/memories/d/b")).toBe("stays too");
    // The answer of a request about another document is still kept.
    const repeated = await put("/memories/d/b", "stays too", kept);
    expect(repeated.body).toEqual(neighbour.body);
    expect(repeated.headers.get("idempotency-replayed")).toBe("true");
  });

  test("a deleted document by its name erases it too, and a name that nothing has erases nothing", async () => {
    const { path, repeats } = await marked("x");
    await send("DELETE", at(path));
    await expectGone(await erase({ customId: path }), mark);
    await expectRepeatsAreRefused(repeats);
    const nothing = await erase({ customId: path });
    expect(nothing.body.counts).toMatchObject({ documents: 0, revisions: 0 });
    await expectGone(nothing, mark);
  });

  test("a name takes the history under it from a document that has moved away, which keeps its text", async () => {
    await put("old-name", `${mark} written here`);
    await put("old-name", "harmless");
    const { body } = await put("old-name", { pinned: true });
    await rename("old-name", "new-name");
    const plan = await erase({ customId: "old-name", dryRun: true });
    expect(plan.body.documents).toMatchObject([
      { documentId: body.id, customId: "new-name", action: "cut_history", revisions: 3 },
    ]);
    const answer = await erase({ customId: "old-name" });
    expect(answer.body.counts).toMatchObject({ documents: 0, documentsCut: 1, revisions: 3 });
    await expectGone(answer, mark, "old-name");
    expect(await textOf("new-name")).toBe("harmless");
    const { revisions } = (await send("GET", `/v1/documents/${body.id}/revisions`)).body;
    expect(revisions.map(({ version }: { version: number }) => version)).toEqual([4]);
  });

  test("a prefix erases what is beneath it, and nothing beside it", async () => {
    const inside = [
      await marked("/memories/user/1"),
      await marked("/memories/user/deep/2"),
      await marked("/memories/user/3"),
    ];
    await send("DELETE", at(inside[2]?.path ?? ""));
    await put("/memories/user2", "stays");
    await put("/memories/userx/1", "stays");
    await propose("/memories/user/new", { op: "upsert", customId: "/memories/user/new", content: mark });
    const answer = await erase({ prefix: "/memories/user/" });
    expect(answer.body.counts).toMatchObject({ documents: 3, proposals: 1 });
    await expectGone(answer, mark, "/memories/user/");
    await expectRepeatsAreRefused(inside.flatMap(({ repeats }) => repeats.slice(0, 5)));
    expect(await dumped(mark)).toEqual([]);
    expect([await textOf("/memories/user2"), await textOf("/memories/userx/1")]).toEqual(["stays", "stays"]);
  });

  test("a container takes its settings and counters too; then it is as if it had never been", async () => {
    const all = [await marked("/memories/a"), await marked("b")];
    await put("left", "left");
    await send("PATCH", `/v1/containers/${tag}`, { onExisting: "overwrite", maxDocuments: 50 });
    await propose("n", { op: "upsert", customId: "n", content: mark });
    const plan = await send("DELETE", `/v1/containers/${tag}?dryRun=true`);
    const answer = await send("DELETE", `/v1/containers/${tag}`);
    expect(plan.body).toMatchObject({ dryRun: true, counts: answer.body.counts });
    expect(answer.body).toMatchObject({ target: "container", counts: { documents: 3, proposals: 1 } });
    await expectGone(answer, mark);
    await expectRepeatsAreRefused(all.flatMap(({ repeats }) => repeats));
    expectProblem(await send("GET", `/v1/containers/${tag}`), 404, "not_found");
    expectProblem(await send("DELETE", `/v1/containers/${tag}`), 404, "not_found");
    expectProblem(await send("DELETE", `/v1/containers/${tag}?dryRun=true`), 404, "not_found");
    const rows = await asOwner(
      database,
    )`select 1 from stela.container_counters where org_id = ${organization.id} and container_tag = ${tag}
      union all select 1 from stela.containers where org_id = ${organization.id} and container_tag = ${tag}`;
    expect(rows).toEqual([]);
    await put("new", "new");
    expect((await send("GET", `/v1/containers/${tag}`)).body).toMatchObject({
      documents: 1,
      bytes: 3,
      onExisting: "refuse",
      maxDocuments: null,
    });
    expect(await receipt(answer.body.id)).toMatchObject({ isClean: true });
  });

  test("leaves what other containers and organizations have of the same names", async () => {
    const neighbour = await newOrganization(database);
    await put("same", mark);
    await neighbour.call("PUT", at("same"), { body: { content: "neighbour's" } });
    const other = `${tag}-other`;
    await organization.call("PUT", documentPath(other, "same"), { body: { content: "other's" } });
    const before = await contents(database, neighbour.id);
    await expectGone(await erase({ customId: "same" }), mark);
    await expectGone(await send("DELETE", `/v1/containers/${tag}`), mark);
    expect(await contents(database, neighbour.id)).toEqual(before);
    expect((await organization.call("GET", documentPath(other, "same"))).body.content).toBe("other's");
  });
});

describe("erasing a session", () => {
  test("leaves no text that it wrote, and puts back what it only changed", async () => {
    const run = { by: "run" };
    for (const name of ["edited", "moved", "deleted", "built-on", "taken", "restored"])
      await put(name, `${name} before`);
    await send("DELETE", at("restored"));
    const made = await marked("made", "run");
    await edit("edited", [{ append: ` ${mark}` }], run);
    await rename("moved", `moved-${mark}`, run);
    await put(`moved-${mark}`, { tags: [mark] }, run);
    await put("deleted", { content: mark, metadata: { [mark]: 1 } }, run);
    await send("DELETE", at("deleted"), undefined, run);
    await edit("built-on", [{ append: ` ${mark}` }], run);
    await edit("built-on", [{ append: " and others built on it" }], { by: "other" });
    await rename("taken", `away-${mark}`, run);
    await put("taken", "by another", { by: "other" });
    await put("untouched", "by another", { by: "other" });
    await send("POST", `${at("restored")}/restore`, { version: 1 }, run);
    await edit("restored", [{ append: mark }], run);
    await propose("new", { op: "upsert", customId: "new", content: mark }, "run");
    const plan = await erase({ session: "run", dryRun: true });
    const answer = await erase({ session: "run" });
    expect(answer.body.counts).toEqual(plan.body.counts);
    expect(answer.body.counts).toMatchObject({ documents: 1, documentsCut: 6, revisionsOfOthers: 1, proposals: 1 });
    await expectGone(answer, mark);
    await expectRepeatsAreRefused(made.repeats);
    const texts = await Promise.all(
      ["edited", "moved", "built-on", "taken", "untouched", "deleted", "restored"].map(textOf),
    );
    expect(texts).toEqual([
      "edited before",
      "moved before",
      "built-on before",
      "by another",
      "by another",
      undefined,
      undefined,
    ]);
    // What was there before the session can still be brought back.
    for (const name of ["deleted", "restored"]) {
      const restored = await send("POST", `${at(name)}/restore`, { version: 1 });
      expect(restored.body).toMatchObject({ customId: name, content: `${name} before`, metadata: {} });
    }
    expect(await dumped(mark)).toEqual([]);
    const left = await asOwner(database)`select 1 from stela.revisions where org_id = ${organization.id}
      and container_tag = ${tag} and session = 'run'`;
    expect(left).toEqual([]);
  });

  test("puts documents back that changed places, and leaves versions that go on", async () => {
    const ids = [];
    for (const name of ["a", "b"]) ids.push((await put(name, `${name} before`)).body.id);
    await rename("a", "x", { by: "run" });
    await rename("b", "a", { by: "run" });
    await rename("x", "b", { by: "run" });
    await expectGone(await erase({ session: "run" }));
    expect([await textOf("a"), await textOf("b")]).toEqual(["a before", "b before"]);
    for (const id of ids) {
      const { revisions } = (await send("GET", `/v1/documents/${id}/revisions`)).body;
      expect(revisions).toHaveLength(2);
      expect(revisions.map(({ operation }: { operation: string }) => operation)).toEqual(["restore", "create"]);
    }
  });
});

describe("erasing a session among others", () => {
  /** The command with a text of its own wherever it brings text or a name. */
  function signed(input: Readonly<Record<string, unknown>>, signature: string): object {
    const sign = (key: string, value: unknown) => {
      if (typeof value !== "string") return value;
      if (["file_text", "new_str", "insert_text"].includes(key)) return value + signature;
      const isNewName = key === "new_path" || (key === "path" && input["command"] === "create");
      return isNewName && /[^/]$/.test(value) ? value + signature : value;
    };
    return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, sign(key, value)]));
  }

  test("leaves nothing that it wrote, in random runs of three, and no document of others' alone changed", async () => {
    let revisions = 0;
    const run = fc.array(fc.constantFrom("red", "green", "blue"), { minLength: 60, maxLength: 60 });
    const property = fc.asyncProperty(commandSequence, run, fc.nat({ max: 8 }), async (inputs, sessions, pace) => {
      tag = `erasure-${containers++}`;
      const signature = `gone${crypto.randomUUID().replaceAll("-", "")}`;
      for (const [index, input] of inputs.entries()) {
        const by = sessions[Math.floor(index / (pace + 1))] ?? "red";
        const key = index % 2 ? {} : { idempotency: crypto.randomUUID() };
        await memory(by === "green" ? signed(input, signature) : input, { by, ...key });
      }
      const sql = asOwner(database);
      const others = () => sql`select d.id, d.custom_id, d.version, d.content from stela.documents as d
        where org_id = ${organization.id} and container_tag = ${tag} and not exists (select from stela.revisions as r
          where r.org_id = d.org_id and r.document_id = d.id and (r.session = 'green' or r.operation = 'restore')) order by d.id`;
      const before = await others();
      const plan = await erase({ session: "green", dryRun: true });
      const answer = await erase({ session: "green" });
      expect(answer.body.counts).toEqual(plan.body.counts);
      await expectGone(answer, signature);
      expect(await others()).toEqual(before);
      revisions += answer.body.counts.revisions;
    });
    await fc.assert(property, { numRuns: 30 });
    expect(revisions).toBeGreaterThan(50);
  }, 240_000);
});

describe("an erasure", () => {
  test("as a dry run changes nothing at all", async () => {
    await marked("a", "run");
    await put("b", "b");
    await edit("b", [{ append: mark }], { by: "run" });
    const before = await contents(database, organization.id);
    for (const body of [{ prefix: "a" }, { customId: "b" }, { session: "run" }]) {
      const { status } = await erase({ ...body, dryRun: true });
      expect(status).toBe(200);
    }
    expect(await contents(database, organization.id)).toEqual(before);
  });

  test("names exactly one target", async () => {
    for (const body of [{}, { dryRun: true }, { customId: "a", prefix: "b" }, { prefix: "" }, { session: "" }]) {
      expectProblem(await erase(body), 422, "validation_failed");
    }
  });

  test("has a receipt that counts again, lists, and is not clean while something is left", async () => {
    const { body: document } = await put("a", mark);
    const { body } = await erase({ customId: "a" });
    const other = await put("b", mark);
    await asOwner(
      database,
    )`insert into stela.revisions (org_id, document_id, version, container_tag, custom_id, operation, metadata, tags, fields, actor)
      values (${organization.id}, ${document.id}, 9, ${tag}, 'a', 'update', '{}', '{}', '{}', 'x')`;
    expect(await receipt(body.id)).toMatchObject({ isClean: false, remaining: { revisions: 1, documents: 0 } });
    await asOwner(
      database,
    )`delete from stela.revisions where org_id = ${organization.id} and document_id = ${document.id}`;
    expect(await receipt(body.id)).toMatchObject({ isClean: true, remaining: { revisions: 0 } });
    expect(other.status).toBe(201);
    const second = await erase({ customId: "b" });
    const listed: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Answer = await send(
        "GET",
        `/v1/erasures?containerTag=${tag}&limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      listed.push(...page.body.erasures.map(({ id }: { id: string }) => id));
      cursor = page.body.nextCursor;
    }
    expect(listed).toEqual([second.body.id, body.id]);
    const narrow = await organization.newKey({ containers: ["elsewhere"] });
    expect((await organization.call("GET", "/v1/erasures", { key: narrow })).body.erasures).toEqual([]);
    expectProblem(await organization.call("GET", `/v1/erasures/${body.id}`, { key: narrow }), 404, "not_found");
  });

  test("keeps of the audit trail that something was done, and the hash of what it said", async () => {
    const { id } = await marked("a");
    const trail = () => asOwner(
      database,
    )`select id, action, actor, custom_id, details, erased_by, encode(erasable_hash, 'hex') as hash
      from stela.audit_events where org_id = ${organization.id} and document_id = ${id} order by id`;
    const before = await trail();
    const { body } = await erase({ prefix: "a" });
    const after = await trail();
    expect(after.slice(0, before.length).map(({ id, action, actor, hash }) => ({ id, action, actor, hash }))).toEqual(
      before.map(({ id, action, actor, hash }) => ({ id, action, actor, hash })),
    );
    for (const event of after) expect(event).toMatchObject({ custom_id: null, details: {}, erased_by: body.id });
    const [noted] = await asOwner(database)`select details from stela.audit_events
      where org_id = ${organization.id} and action = 'erase.prefix' and container_tag = ${tag}`;
    expect(noted?.["details"]).toMatchObject({ erasure: body.id, counts: { documents: 1 } });
  });

  test("takes the names of its document alone from the trail, where another has one of them by now", async () => {
    const { body: first } = await put("shared", mark);
    await rename("shared", "own");
    const { body: second } = await put("shared", "stays");
    const { body } = await erase({ customId: "own" });
    const trail = await asOwner(database)`select document_id, custom_id, erased_by from stela.audit_events
      where org_id = ${organization.id} and container_tag = ${tag} and document_id is not null`;
    const said = (id: string) => trail.filter(({ document_id }) => document_id === id);
    for (const event of said(first.id)) expect(event).toMatchObject({ custom_id: null, erased_by: body.id });
    expect(said(second.id)).toMatchObject([{ custom_id: "shared", erased_by: null }]);
    expect(await textOf("shared")).toBe("stays");
  });

  test("beside writers leaves nothing of before, loses nothing of after, and the counters right", async () => {
    await putAll(
      organization,
      tag,
      Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`/memories/u/${n}`, mark])),
    );
    const writes = Array.from({ length: 40 }, (_, n) =>
      n % 2 ? edit(`/memories/u/${n}`, [{ append: "edited" }]) : put(`/memories/u/${n}`, `after ${n}`),
    );
    const [answer] = await Promise.all([erase({ prefix: "/memories/u/" }), ...writes]);
    const { row, truth } = await counted();
    expect(row).toEqual(truth);
    expect(answer.body.counts.documents).toBeGreaterThanOrEqual(50);
    expect(await dumped(mark)).toEqual([]);
    for (const { custom_id, version } of await asOwner(database)`select custom_id, version from stela.documents
      where org_id = ${organization.id} and container_tag = ${tag}`) {
      expect(await textOf(custom_id)).toBe(`after ${custom_id.split("/").at(-1)}`);
      expect(version).toBe(1);
    }
  });

  test("is done by no other way: the app's role may not delete history, and the function asks for the scope itself", async () => {
    const app = asApp(database);
    await put("a", mark);
    const withoutScope = await hashKey(await organization.newKey({ scopes: ["documents:write"] }));
    const elsewhere = await hashKey(
      await organization.newKey({ scopes: ["erase", "documents:write"], containers: ["elsewhere"] }),
    );
    const as = (hash: string, statement: string) =>
      app.transaction([
        app.query("select stela.authenticate(decode($1, 'hex'), 'documents:write', null, null, null, null)", [hash]),
        app.query(statement, []),
      ]);
    const call = `select stela.erase(gen_random_uuid(), '${tag}', 'document', 'a', 'b', null, false)`;
    for (const hash of [withoutScope, elsewhere]) await expect(as(hash, call)).rejects.toMatchObject({ code: "ST403" });
    await expect(app.query(call, [])).rejects.toMatchObject({ code: expect.any(String) });
    const all = await hashKey(organization.key);
    for (const statement of [
      "delete from stela.revisions",
      "update stela.revisions set content = ''",
      "insert into stela.revisions select * from stela.revisions",
      "update stela.audit_events set custom_id = null",
      "delete from stela.audit_events",
      "insert into stela.erasures select * from stela.erasures",
      "update stela.erasures set counts = '{}'",
      "delete from stela.erasures",
      "delete from stela.containers",
    ]) {
      await expect(as(all, statement), statement).rejects.toMatchObject({ code: "42501" });
    }
    expect(await textOf("a")).toBe(mark);
  });
});
