import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asApp, asOwner, contents, proxiedDatabase, sharedDatabase } from "./database.ts";
import { callExample, newFixture, writeRoutes } from "./examples.ts";
import { type Answer, documentPath, newOrganization, type Organization, putAll, storedTexts } from "./organization.ts";
import { expectProblem } from "./problem.ts";

// Put together when the test runs, so that no file holds what looks like a secret.
const SECRET = ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_");
const FILE = "/memories/a.md";

let organization: Organization;
let proposer: string;
let containers = 0;
let containerTag: string;
beforeAll(async () => {
  organization = await newOrganization();
  proposer = await organization.newKey({ scopes: ["documents:propose", "documents:read"] });
});
beforeEach(async () => {
  containerTag = `proposed-${containers++}`;
  await putAll(organization, containerTag, { [FILE]: "one\ntwo\nthree\n", "fact:x": "x", "/memories/dir/b": "b" });
});

const send = (method: string, path: string, body?: object, options = {}): Promise<Answer> =>
  organization.call(method, path, { ...(body === undefined ? {} : { body }), ...options });
const propose = (method: string, path: string, body?: object, headers = {}): Promise<Answer> =>
  send(method, path, body, { key: proposer, headers });
const proposePut = (content: string, customId = FILE, headers = {}) =>
  propose("PUT", documentPath(containerTag, customId), { content }, headers);
const proposeEdit = (oldStr: string, newStr: string) =>
  propose("POST", `${documentPath(containerTag, FILE)}/edits`, { edits: [{ oldStr, newStr }] });
const put = (content: string, customId = FILE) => send("PUT", documentPath(containerTag, customId), { content });
const approve = (id: string, body: object = {}, options = {}) =>
  send("POST", `/v1/proposals/${id}/approve`, body, options);
const tool = (input: object, headers = {}): Promise<Answer> =>
  propose("POST", `/v1/containers/${containerTag}/memory`, input, headers);
const texts = () => storedTexts(organization, containerTag);

async function proposed(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  expect({ status, proposal: body.status }, JSON.stringify(body)).toEqual({ status: 202, proposal: "pending" });
  return body.id;
}

describe("a key that may only propose", () => {
  test.each(writeRoutes.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
    "changes no document by $name: it waits for review, or is forbidden",
    async ({ route }) => {
      const fixture = await newFixture(organization, `by-${route.operationId}`);
      const before = await contents(sharedDatabase(), organization.id);
      const key = await organization.newKey({ scopes: ["documents:propose"] });
      const answer = await callExample(organization, route, fixture, { key });
      const {
        documents,
        revisions,
        container_counters,
        containers: boxes,
      } = await contents(sharedDatabase(), organization.id);
      expect({ documents, revisions, container_counters, boxes }).toEqual({
        documents: before["documents"],
        revisions: before["revisions"],
        container_counters: before["container_counters"],
        boxes: before["containers"],
      });
      if (route.operationId === "runMemoryCommand") {
        expect(answer.body).toMatchObject({ isError: false, content: "Saved for review: /memories/dir/c.md" });
      } else if (route.operationId === "rememberFacts") {
        expect(answer.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["proposed"]);
      } else if (202 in route.answers) {
        expect({ status: answer.status, proposal: answer.body.status }).toEqual({ status: 202, proposal: "pending" });
      } else if (["rememberFacts", "extractFacts"].includes(route.operationId)) {
        expect({ status: answer.status, results: answer.body.results }).toMatchObject({
          status: 200,
          results: [{ outcome: "proposed" }],
        });
      } else expectProblem(answer, 403, "forbidden");
    },
  );

  test("is held to it by the documents themselves, whatever function writes", async () => {
    for (const change of [
      `select stela.put_document('${containerTag}', 'x', null, gen_random_uuid(), 'x', null, true, null, false, false)`,
      `select stela.delete_path('${containerTag}', '/memories', null)`,
      `update stela.documents set content = 'x', version = version + 1`,
      `delete from stela.documents`,
      `insert into stela.documents (org_id, id, container_tag, custom_id, version, content)
        values (stela.current_org(), gen_random_uuid(), '${containerTag}', 'x', 1, '')`,
    ]) {
      const sql = asApp();
      const authenticate = `select stela.authenticate(
        (select sha256(convert_to('${proposer}', 'UTF8'))), 'documents:write', null, null, null, null)`;
      await expect(sql.transaction([sql.query(authenticate), sql.query(change)]), change).rejects.toMatchObject({
        code: "ST403",
      });
    }
  });

  test("is refused what anyone would be, in the same words", async () => {
    const requests: readonly [string, string, object?, Record<string, string>?][] = [
      ["DELETE", documentPath(containerTag, "none")],
      ["PATCH", documentPath(containerTag, "none"), { pinned: true }],
      ["PUT", documentPath(containerTag, FILE), { content: "x" }, { "if-match": '"7"' }],
      ["PUT", documentPath(containerTag, FILE), { content: "x" }, { "if-none-match": "*" }],
      ["PUT", documentPath(containerTag, `${FILE}/x`), { content: "x" }],
      ["PUT", documentPath(containerTag, "new"), { tags: [] }],
      ["PUT", documentPath(containerTag, "new"), { content: SECRET }],
      ["POST", `${documentPath(containerTag, FILE)}/edits`, { edits: [{ oldStr: "four", newStr: "" }] }],
      ["POST", `${documentPath(containerTag, FILE)}/edits`, { edits: [{ oldStr: "t", newStr: "" }] }],
      ["POST", `/v1/containers/${containerTag}/rename`, { from: FILE, to: "/memories/dir" }],
      [
        "POST",
        "/v1/batch",
        {
          containerTag,
          operations: [
            { op: "delete", customId: FILE },
            { op: "delete", customId: FILE },
          ],
        },
      ],
    ];
    for (const [method, path, body, headers] of requests) {
      const [own, writers] = [await propose(method, path, body, headers), await send(method, path, body, { headers })];
      const said = ({ status, body: { requestId: _, findings = [], ...rest } }: Answer) => ({
        status,
        rest,
        findings: findings.map(({ id: _id, ...finding }: { id: string }) => finding),
      });
      expect(said(own)).toEqual(said(writers));
      expect(own.status).toBeGreaterThanOrEqual(400);
    }
    const commands = [
      { command: "create", path: FILE, file_text: "x" },
      { command: "str_replace", path: FILE, old_str: "four", new_str: "" },
      { command: "insert", path: FILE, insert_line: 99, insert_text: "x" },
      { command: "delete", path: "/memories/none" },
      { command: "delete", path: "/memories" },
      { command: "rename", old_path: FILE, new_path: "/memories/dir/b" },
      { command: "create", path: "/memories/new", file_text: SECRET },
    ];
    for (const command of commands) {
      const writers = await send("POST", `/v1/containers/${containerTag}/memory`, command);
      expect((await tool(command)).body).toEqual(writers.body);
      expect(writers.body.isError).toBe(true);
    }
    expect((await send("GET", `/v1/proposals?containerTag=${containerTag}`)).body.proposals).toEqual([]);
  });

  test("is told by the tool that each command is saved for review, and reads what is stored", async () => {
    const before = await texts();
    const commands: readonly (readonly [object, string, object])[] = [
      [
        { command: "create", path: "/memories//new.md", file_text: "n" },
        "/memories//new.md",
        { op: "upsert", customId: "/memories/new.md", content: "n" },
      ],
      [
        { command: "str_replace", path: FILE, old_str: "two", new_str: "2" },
        FILE,
        { op: "edit", customId: FILE, edits: [{ oldStr: "two", newStr: "2" }] },
      ],
      [
        { command: "insert", path: FILE, insert_line: 0, insert_text: "0" },
        FILE,
        { op: "edit", customId: FILE, edits: [{ insertLine: 0, insertText: "0" }] },
      ],
      [{ command: "delete", path: "/memories/dir" }, "/memories/dir", { op: "delete", customId: "/memories/dir" }],
      [
        { command: "rename", old_path: FILE, new_path: "/memories/b.md" },
        "/memories/b.md",
        { op: "rename", from: FILE, to: "/memories/b.md" },
      ],
    ];
    for (const [command, path] of commands) {
      const { status, body } = await tool(command);
      expect({ status, content: body.content, isError: body.isError, version: body.version }).toEqual({
        status: 200,
        content: `Saved for review: ${path}`,
        isError: false,
        version: undefined,
      });
    }
    expect(await texts()).toEqual(before);
    expect((await tool({ command: "view", path: FILE })).body.content).toContain("two");
    const { proposals } = (await send("GET", `/v1/proposals?containerTag=${containerTag}`)).body;
    const operations = await Promise.all(
      proposals.map(
        async ({ id }: { id: string }) => (await send("GET", `/v1/proposals/${id}`)).body.proposal.operation,
      ),
    );
    expect(operations).toEqual(commands.map(([, , operation]) => operation));
  });

  test("proposes once, however often the request is sent with one Idempotency-Key", async () => {
    const headers = { "idempotency-key": `key ${containerTag}` };
    const answers = await Promise.all(Array.from({ length: 8 }, () => proposePut("new", FILE, headers)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    const toolAnswers = [1, 2].map(() =>
      tool({ command: "delete", path: FILE }, { "idempotency-key": `tool ${containerTag}` }),
    );
    for (const { body } of await Promise.all(toolAnswers)) expect(body.content).toBe(`Saved for review: ${FILE}`);
    expect((await send("GET", `/v1/proposals?containerTag=${containerTag}`)).body.proposals).toHaveLength(2);
  });

  test("takes one round trip for each write", async () => {
    const proxy = await proxiedDatabase();
    const before = await proxy.requests();
    const answer = await send(
      "PUT",
      documentPath(containerTag, FILE),
      { content: "x" },
      { key: proposer, database: proxy },
    );
    expect({ status: answer.status, trips: (await proxy.requests()) - before }).toEqual({ status: 202, trips: 1 });
    const id = answer.body.id;
    expect((await approve(id, {}, { database: proxy })).status).toBe(200);
    expect((await proxy.requests()) - before).toBe(2);
  });

  test("may not decide, not even with the scope to read", async () => {
    const id = await proposed(proposePut("new"));
    for (const path of [`/v1/proposals/${id}/approve`, `/v1/proposals/${id}/reject`]) {
      expectProblem(await propose("POST", path, {}), 403, "forbidden");
    }
    for (const path of ["/v1/proposals/approve", "/v1/proposals/reject"]) {
      expectProblem(await propose("POST", path, { ids: [id] }), 403, "forbidden");
    }
  });

  test("has what the container's policy redacts kept redacted", async () => {
    await send("PATCH", `/v1/containers/${containerTag}`, { secretPolicy: "redact" });
    const id = await proposed(proposePut(`key ${SECRET}`));
    const edit = await proposed(proposeEdit("two", SECRET));
    const stored = await asOwner()`select operation::text from stela.proposals where org_id = ${organization.id}`;
    expect(JSON.stringify(stored)).not.toContain(SECRET.slice(4));
    expect((await approve(edit)).status).toBe(200);
    expect((await texts())[FILE]).toMatch(/^one\n\[redacted:[\w-]+\]\nthree\n$/);
    expect((await approve(id, { force: true })).status).toBe(200);
    expect((await texts())[FILE]).toMatch(/^key \[redacted:[\w-]+\]$/);
  });
});

describe("an approval", () => {
  test("makes each kind of write as a writer would have made it", async () => {
    const writes: readonly [string, string, object?][] = [
      ["POST", "/v1/documents", { containerTag, content: "unnamed", tags: ["t"], pinned: true }],
      ["PUT", documentPath(containerTag, "new"), { content: "new", metadata: { a: 1 } }],
      ["PATCH", documentPath(containerTag, "fact:x"), { importance: 3 }],
      ["POST", `${documentPath(containerTag, FILE)}/edits`, { edits: [{ append: "four\n" }] }],
      ["POST", `/v1/containers/${containerTag}/rename`, { from: "/memories/dir", to: "/memories/moved" }],
      ["DELETE", documentPath(containerTag, "new")],
      [
        "POST",
        "/v1/batch",
        {
          containerTag,
          operations: [
            { op: "upsert", customId: "batched", content: "x", tags: ["b"] },
            { op: "edit", customId: "batched", edits: [{ append: "y" }] },
            { op: "rename", from: "batched", to: "renamed" },
            { op: "delete", customId: "fact:x" },
          ],
        },
      ],
    ];
    const other = `by-writer-${containerTag}`;
    await putAll(organization, other, { [FILE]: "one\ntwo\nthree\n", "fact:x": "x", "/memories/dir/b": "b" });
    for (const [method, path, body] of writes) {
      expect((await approve(await proposed(propose(method, path, body)))).status).toBe(200);
      const text = JSON.stringify(body)?.replaceAll(containerTag, other);
      await send(method, path.replace(containerTag, other), text === undefined ? undefined : JSON.parse(text));
    }
    const stored = async (tag: string) => {
      const { documents } = (await send("GET", `/v1/containers/${tag}/documents?fields=content`)).body;
      return documents.map(
        ({ customId, id, version, content, tags, metadata, importance, pinned }: Record<string, unknown>) => ({
          customId: customId === id ? "its id" : customId,
          version,
          content,
          tags,
          metadata,
          importance,
          pinned,
        }),
      );
    };
    const byName = (all: { customId: string }[]) => all.sort((a, b) => (a.customId < b.customId ? -1 : 1));
    expect(byName(await stored(containerTag))).toEqual(byName(await stored(other)));
  });

  test("keeps both actors, and the run and model of the proposer, in the history", async () => {
    const headers = { "stela-session": "run 7", "stela-model": "claude-x" };
    const id = await proposed(proposePut("new", FILE, headers));
    const { body } = await approve(id, {}, { headers: { "stela-session": "review" } });
    expect(body).toMatchObject({ status: "approved", session: "run 7", model: "claude-x", version: 2, op: "upsert" });
    const [revision] = await asOwner()`select actor, approved_by, session, model, content from stela.revisions
      where org_id = ${organization.id} and document_id = ${body.documentId} and version = 2`;
    expect(revision).toEqual({
      actor: body.actor,
      approved_by: body.decidedBy,
      session: "run 7",
      model: "claude-x",
      content: "new",
    });
    expect(body.actor).not.toBe(body.decidedBy);
    const { events } = (await send("GET", `/v1/audit?containerTag=${containerTag}&limit=3`)).body;
    expect(events.map(({ action, actor }: { action: string; actor: string }) => [action, actor]).reverse()).toEqual([
      ["proposal.create", body.actor],
      ["document.update", body.actor],
      ["proposal.approve", body.decidedBy],
    ]);
  });

  test("is refused where the document has moved on, but of an edit that still applies, or by force", async () => {
    const [overwrite, removal, edit, stale, creation] = [
      await proposed(proposePut("over")),
      await proposed(propose("DELETE", documentPath(containerTag, FILE))),
      await proposed(proposeEdit("two", "2")),
      await proposed(proposeEdit("one", "1")),
      await proposed(proposePut("mine", "new")),
    ];
    await put("ONE\ntwo\nthree\nfour\n");
    await put("theirs", "new");
    for (const id of [overwrite, removal, creation]) {
      const answer = await approve(id);
      expectProblem(answer, 409, "conflict");
      expect(answer.body.reason).toBe("moved_on");
    }
    expect((await approve(edit)).body).toMatchObject({ status: "approved", baseVersion: 1, version: 3 });
    expect((await approve(stale)).body).toMatchObject({ status: 409, reason: "absent" });
    expect(await texts()).toMatchObject({ [FILE]: "ONE\n2\nthree\nfour\n", new: "theirs" });
    expect((await approve(overwrite, { force: true })).status).toBe(200);
    expect((await approve(creation, { force: true })).status).toBe(200);
    expect(await texts()).toMatchObject({ [FILE]: "over", new: "mine" });
    expect((await approve(removal, { force: true })).status).toBe(200);
    expect(await texts()).not.toHaveProperty(FILE);
    expect((await approve(stale)).body).toMatchObject({ status: 409, reason: "moved_on" });
  });

  test("tells a document from another of its name and version, and a directory by what is in it", async () => {
    const overwrite = await proposed(proposePut("over"));
    await send("DELETE", documentPath(containerTag, FILE));
    await put("another");
    expect((await approve(overwrite)).body.reason).toBe("moved_on");
    const emptied = (await tool({ command: "delete", path: "/memories/dir" })).body;
    expect(emptied.isError).toBe(false);
    await put("c", "/memories/dir/c");
    const { proposals } = (await send("GET", `/v1/proposals?containerTag=${containerTag}`)).body;
    const { id } = proposals.at(-1);
    expect((await approve(id)).body.reason).toBe("moved_on");
    await send("DELETE", documentPath(containerTag, "/memories/dir/c"));
    expect((await approve(id)).status).toBe(200);
    expect(await texts()).toEqual({ [FILE]: "another", "fact:x": "x" });
  });

  test("by force deletes the document it was about, and never what is beneath its name", async () => {
    const id = await proposed(propose("DELETE", documentPath(containerTag, "/memories/dir/b")));
    await send("DELETE", documentPath(containerTag, "/memories/dir/b"));
    await put("c", "/memories/dir/b/c");
    expect((await approve(id, { force: true })).status).toBe(409);
    expect(await texts()).toHaveProperty("/memories/dir/b/c");
  });

  test("lets an edit follow its document to where it was moved", async () => {
    const id = await proposed(proposeEdit("two", "2"));
    await send("POST", `/v1/containers/${containerTag}/rename`, { from: FILE, to: "/memories/moved.md" });
    await put("two");
    expect((await approve(id)).status).toBe(200);
    expect(await texts()).toMatchObject({ "/memories/moved.md": "one\n2\nthree\n", [FILE]: "two" });
  });

  test("may correct what was proposed, for the same document", async () => {
    const id = await proposed(proposePut("roughly"));
    const correct = (operation: object) => approve(id, { operation });
    expect((await correct({ op: "upsert", customId: "other", content: "x" })).body.reason).toBe("other_target");
    expect((await correct({ op: "batch", operations: [{ op: "delete", customId: FILE }] })).body.reason).toBe(
      "other_target",
    );
    expectProblem(await correct({ op: "upsert", customId: FILE, content: SECRET }), 422, "secret_detected");
    expectProblem(await correct({ op: "upsert", customId: FILE, content: "x", ifMatch: 7 }), 412, "version_mismatch");
    const { body } = await correct({ op: "upsert", customId: FILE, content: "exactly" });
    expect(body).toMatchObject({ status: "approved", operation: { content: "roughly" } });
    expect(await texts()).toMatchObject({ [FILE]: "exactly" });
    const { events } = (await send("GET", `/v1/audit?containerTag=${containerTag}&action=proposal.correct`)).body;
    expect(events).toHaveLength(1);
  });

  test("judges an edit by the text it meets, which may be another than when it was proposed", async () => {
    const [head, tail] = [SECRET.slice(0, 20), SECRET.slice(20)];
    const id = await proposed(proposeEdit("two", tail));
    await put(`${head}two`);
    expectProblem(await approve(id), 422, "secret_detected");
    await send("PATCH", `/v1/containers/${containerTag}`, { secretPolicy: "redact" });
    expect((await approve(id)).status).toBe(200);
    expect((await texts())[FILE]).toMatch(/^\[redacted:[\w-]+\]$/);
  });

  test("obeys the quotas of the present", async () => {
    const id = await proposed(proposePut("new", "new"));
    await send("PATCH", `/v1/containers/${containerTag}`, { maxDocuments: 3 });
    expectProblem(await approve(id), 429, "quota_exceeded");
    expectProblem(await proposePut("newer", "newer"), 429, "quota_exceeded");
    await send("PATCH", `/v1/containers/${containerTag}`, { maxDocuments: 4 });
    expect((await approve(id)).status).toBe(200);
  });
});

describe("a proposal", () => {
  test("is decided once, by one of many who try at once", async () => {
    const id = await proposed(proposePut("new"));
    const reject = () => send("POST", `/v1/proposals/${id}/reject`, { reason: "no" });
    const many = (verb: string) => send("POST", `/v1/proposals/${verb}`, { ids: [id] });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => [approve(id), reject(), many("approve"), many("reject")]).flat(),
    );
    const won = answers.filter(({ status, body }) => status === 200 && (body.results?.[0].proposal ?? body.status));
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => !won.includes(answer))) {
      const problem = body.results?.[0].problem ?? body;
      expect({ isKnown: [200, 409].includes(status), code: problem.code, reason: problem.reason }).toEqual({
        isKnown: true,
        code: "conflict",
        reason: "decided",
      });
    }
    const isApproved = (await send("GET", `/v1/proposals/${id}`)).body.proposal.status === "approved";
    expect((await texts())[FILE]).toBe(isApproved ? "new" : "one\ntwo\nthree\n");
  });

  test("that is rejected leaves all as it was, and says who and why", async () => {
    const before = await texts();
    const id = await proposed(proposePut("new"));
    const { body } = await send("POST", `/v1/proposals/${id}/reject`, { reason: "not so" });
    expect(body).toMatchObject({ status: "rejected", reason: "not so", decidedBy: expect.stringMatching(/^key:/) });
    expect(await texts()).toEqual(before);
    expect((await approve(id)).body).toMatchObject({ status: 409, reason: "decided" });
  });

  test("is shown with the document as it is now", async () => {
    const id = await proposed(proposePut("new"));
    await put("meanwhile");
    const { proposal, present } = (await send("GET", `/v1/proposals/${id}`)).body;
    expect(proposal).toMatchObject({ baseVersion: 1, operation: { op: "upsert", customId: FILE, content: "new" } });
    expect(present).toMatchObject({ customId: FILE, version: 2, content: "meanwhile" });
    const fresh = await proposed(proposePut("new", "fresh"));
    expect((await send("GET", `/v1/proposals/${fresh}`)).body).not.toHaveProperty("present");
  });

  test("is there only for keys that cover its container", async () => {
    const id = await proposed(proposePut("new"));
    const key = await organization.newKey({ containers: ["elsewhere"] });
    expectProblem(await send("GET", `/v1/proposals/${id}`, undefined, { key }), 404, "not_found");
    expectProblem(await approve(id, {}, { key }), 404, "not_found");
    expect((await send("GET", "/v1/proposals", undefined, { key })).body.proposals).toEqual([]);
    expectProblem(
      await send("GET", `/v1/proposals?containerTag=${containerTag}`, undefined, { key }),
      404,
      "not_found",
    );
  });

  test("is listed page by page, the oldest first, by status, without its text", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await proposed(proposePut("text", `new-${n}`)));
    await approve(ids[1] ?? "");
    await send("POST", `/v1/proposals/${ids[3]}/reject`, {});
    const all: string[] = [];
    let cursor = "";
    do {
      const { body } = await send("GET", `/v1/proposals?containerTag=${containerTag}&limit=2${cursor}`);
      for (const proposal of body.proposals) expect(proposal).not.toHaveProperty("operation");
      all.push(...body.proposals.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
    } while (cursor !== "");
    expect(all).toEqual(ids);
    for (const [status, expected] of [
      ["pending", [0, 2, 4]],
      ["approved", [1]],
      ["rejected", [3]],
    ] as const) {
      const { body } = await send("GET", `/v1/proposals?containerTag=${containerTag}&status=${status}`);
      expect(body.proposals.map(({ id }: { id: string }) => id)).toEqual(expected.map((index) => ids[index]));
    }
  });
});

describe("many decisions in one request", () => {
  test("are each made or refused by themselves, and answered in the order asked", async () => {
    const [first, stale, last] = [
      await proposed(proposePut("a", "a")),
      await proposed(proposePut("over")),
      await proposed(proposePut("c", "c")),
    ];
    await put("moved on");
    const unknown = crypto.randomUUID();
    const { body } = await send("POST", "/v1/proposals/approve", { ids: [last, unknown, stale, first, first] });
    expect(body.results).toMatchObject([
      { id: last, proposal: { status: "approved" } },
      { id: unknown, problem: { code: "not_found" } },
      { id: stale, problem: { code: "conflict", reason: "moved_on" } },
      { id: first, proposal: { status: "approved" } },
      { id: first, proposal: { status: "approved" } },
    ]);
    expect(await texts()).toMatchObject({ a: "a", c: "c", [FILE]: "moved on" });
    const rejected = await send("POST", "/v1/proposals/reject", { ids: [stale, first], reason: "late" });
    expect(rejected.body.results).toMatchObject([
      { id: stale, proposal: { status: "rejected", reason: "late" } },
      { id: first, problem: { reason: "decided", proposalStatus: "approved" } },
    ]);
    const { events } = (await send("GET", "/v1/audit?action=request.refused")).body;
    const refusals = events.filter(({ details }: Answer["body"]) => [unknown, stale, first].includes(details.proposal));
    const told = refusals.map(({ containerTag: tag, details }: Answer["body"]) => [
      tag,
      details.proposal,
      details.code,
    ]);
    expect(told.sort()).toEqual(
      [
        [null, unknown, "missing"],
        [containerTag, stale, "moved_on"],
        [containerTag, first, "decided"],
      ].sort(),
    );
  });

  test("over several containers in any order, beside writers of each, all end", async () => {
    const tags = [0, 1, 2].map((index) => `${containerTag}-${index}`);
    const ids: string[] = [];
    for (let n = 0; n < 10; n++) {
      for (const tag of tags) ids.push(await proposed(propose("PUT", documentPath(tag, `d${n}`), { content: "x" })));
    }
    const decide = (order: readonly string[]) => send("POST", "/v1/proposals/approve", { ids: order });
    const answers = await Promise.all([
      decide(ids),
      decide([...ids].reverse()),
      ...ids.map((id) => approve(id)),
      ...tags.flatMap((tag) =>
        [0, 1, 2, 3].map((n) =>
          send("POST", "/v1/batch", {
            containerTag: tag,
            operations: [{ op: "upsert", customId: `w${n}`, content: "w" }],
          }),
        ),
      ),
    ]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { proposals } = (await send("GET", `/v1/proposals?status=pending&limit=200`)).body;
    expect(proposals.filter(({ id }: { id: string }) => ids.includes(id))).toEqual([]);
    for (const tag of tags) expect(Object.keys(await storedTexts(organization, tag))).toHaveLength(14);
  });
});
