import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../src/route.ts";
import { asOwner, contents, type ProxiedDatabase, proxiedDatabase, sharedDatabase } from "./database.ts";
import { callExample, exampleOf, type Fixture, newFixture, pathOf, writeRoutes } from "./examples.ts";
import { type Answer, documentPath, newOrganization, type Organization } from "./organization.ts";

let organization: Organization;
let proxy: ProxiedDatabase;
let fixtures = 0;
beforeAll(async () => {
  [organization, proxy] = await Promise.all([newOrganization(), proxiedDatabase()]);
});

const fresh = () => newFixture(organization, `box-${fixtures++}`);
const newKey = () => ({ "idempotency-key": `key ${crypto.randomUUID()}` });

/** What a program can tell two answers apart by, but for the name of the request. */
function told({ status, headers, body }: Answer) {
  const { requestId: _, ...said } = body;
  return { status, said, etag: headers.get("etag"), type: headers.get("content-type") };
}

const isReplayed = ({ headers }: Answer) => headers.get("idempotency-replayed") === "true";

/** All that is stored of the organization. */
const stored = () => contents(sharedDatabase(), organization.id);

describe.each(writeRoutes.map((route) => ({ name: `${route.method} ${route.path}`, route })))("$name", ({ route }) => {
  test("sent twice with one key changes once, and is answered alike", async () => {
    const [fixture, headers] = [await fresh(), newKey()];
    const first = await callExample(organization, route, fixture, { headers });
    expect({
      isSuccess: first.status < 300,
      isReplayed: isReplayed(first),
      isError: first.body.isError ?? false,
    }).toEqual({
      isSuccess: true,
      isReplayed: false,
      isError: false,
    });
    const after = await stored();
    const second = await callExample(organization, route, fixture, { headers });
    expect(told(second)).toEqual(told(first));
    expect(isReplayed(second)).toBe(true);
    expect(await stored()).toEqual(after);
  });

  test("in each of its ways, sent twice with one key, is answered alike and changes nothing the second time", async () => {
    const { variants = [] } = exampleOf(route, await fresh());
    for (const body of variants) {
      const [fixture, headers] = [await fresh(), newKey()];
      const first = await callExample(organization, route, fixture, { headers, body });
      const after = await stored();
      const second = await callExample(organization, route, fixture, { headers, body });
      expect(told(second)).toEqual(told(first));
      expect(await stored()).toEqual(after);
      expect(isReplayed(second)).toBe(body["command"] !== "view");
    }
  });

  test("with the key of another request is refused, and changes nothing", async () => {
    const [fixture, other, headers] = [await fresh(), await fresh(), newKey()];
    await callExample(organization, route, fixture, { headers });
    const before = await stored();
    const { otherBody } = exampleOf(route, fixture);
    const isOfOne = ({ path }: Route) => path === "/v1/organization"; // Then the other request is the same.
    const answers = await Promise.all([
      ...(isOfOne(route) ? [] : [callExample(organization, route, other, { headers })]),
      ...(otherBody === undefined ? [] : [callExample(organization, route, fixture, { headers, body: otherBody })]),
    ]);
    for (const answer of answers) {
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 422, code: "idempotency_mismatch" });
      expect(isReplayed(answer)).toBe(false);
    }
    expect(await stored()).toEqual(before);
  });

  test("sent ten times at once with one key changes once, and is answered alike", async () => {
    const [fixture, single] = [await fresh(), await fresh()];
    const before = await countChanges();
    await callExample(organization, route, single);
    const between = await countChanges();
    const headers = newKey();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => callExample(organization, route, fixture, { headers })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(told(answer)))).size).toBe(1);
    expect(answers.filter(isReplayed)).toHaveLength(9);
    expect((await countChanges()) - between).toBe(between - before);
  });

  test("whose answer was lost is answered on the retry, and has changed once", async () => {
    const [fixture, single, headers] = [await fresh(), await fresh(), newKey()];
    const before = await countChanges();
    const expected = await callExample(organization, route, single);
    const between = await countChanges();
    // An extraction asks who is there first, and is not lost with that.
    await proxy.loseAnswers(1, route.operationId === "extractFacts" ? 1 : 0);
    const lost = await callExample(organization, route, fixture, { headers, database: proxy });
    expect({ status: lost.status, code: lost.body.code }).toEqual({ status: 503, code: "unavailable" });
    expect(lost.headers.get("retry-after")).toMatch(/^\d+$/);
    const retried = await callExample(organization, route, fixture, { headers, database: proxy });
    expect({ status: retried.status, isReplayed: isReplayed(retried) }).toEqual({
      status: expected.status,
      isReplayed: true,
    });
    expect(Object.keys(retried.body)).toEqual(Object.keys(expected.body));
    expect((await countChanges()) - between).toBe(between - before);
  });

  test("with a key of more than 24 hours ago is a new request", async () => {
    const [fixture, headers] = [await fresh(), newKey()];
    await callExample(organization, route, fixture, { headers });
    const aged = asOwner()`update stela.idempotency set at = at - interval '24 hours' - interval '1 second'
      where org_id = ${organization.id} and key = ${headers["idempotency-key"]} returning 1`;
    expect(await aged).toHaveLength(1);
    const other = await fresh();
    const again = await callExample(organization, route, other, { headers });
    expect({ status: again.status, isReplayed: isReplayed(again) }).toEqual({
      status: again.status,
      isReplayed: false,
    });
    expect(again.status).toBeLessThan(300);
    const replayed = await callExample(organization, route, other, { headers });
    expect(told(replayed)).toEqual(told(again));
    expect(isReplayed(replayed)).toBe(true);
  });

  test("of another API key with the same Idempotency-Key is a request of its own", async () => {
    const [fixture, other, headers, key] = [await fresh(), await fresh(), newKey(), await organization.newKey()];
    await callExample(organization, route, fixture, { headers });
    const answer = await callExample(organization, route, other, { headers, key });
    expect({ isSuccess: answer.status < 300, isReplayed: isReplayed(answer) }).toEqual({
      isSuccess: true,
      isReplayed: false,
    });
  });

  test.each(["", "k".repeat(256)])(
    "with an Idempotency-Key that has no or too many characters is refused",
    async (key) => {
      const answer = await callExample(organization, route, await fresh(), { headers: { "idempotency-key": key } });
      expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({
        status: 422,
        errors: [{ path: "Idempotency-Key" }],
      });
    },
  );
});

describe("a refusal of the database is kept under the key, and given again when the request could be done by now", () => {
  const refusals: readonly [
    string,
    number,
    (fixture: Fixture) => [string, string, object?, Record<string, string>?],
  ][] = [
    ["a delete of what is not there", 404, ({ containerTag }) => ["DELETE", documentPath(containerTag, "later")]],
    [
      "a change of what is not there",
      404,
      ({ containerTag }) => ["PATCH", documentPath(containerTag, "later"), { pinned: true }],
    ],
    [
      "an edit of what is not there",
      404,
      ({ containerTag }) => ["POST", `${documentPath(containerTag, "later")}/edits`, { edits: [{ append: "x" }] }],
    ],
    [
      "an edit of a text that does not occur",
      409,
      ({ id }) => ["POST", `/v1/documents/${id}/edits`, { edits: [{ oldStr: "later", newStr: "" }] }],
    ],
    [
      "a rename onto what is there",
      409,
      ({ containerTag, customId }) => [
        "POST",
        `/v1/containers/${containerTag}/rename`,
        { from: "fact:color", to: customId },
      ],
    ],
    [
      "a write of another version",
      412,
      ({ containerTag, customId }) => [
        "PUT",
        documentPath(containerTag, customId),
        { content: "x" },
        { "if-match": '"2"' },
      ],
    ],
    [
      "a batch with an operation that is refused",
      404,
      ({ containerTag }) => [
        "POST",
        "/v1/batch",
        {
          containerTag,
          operations: [
            { op: "upsert", customId: "x", content: "" },
            { op: "delete", customId: "later" },
          ],
        },
      ],
    ],
  ];
  test.each(refusals)("%s", async (_, status, request) => {
    const fixture = await fresh();
    const [method, path, body, conditions] = request(fixture);
    const headers = { ...newKey(), ...conditions };
    const send = () => organization.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
    const first = await send();
    expect(first.status).toBe(status);
    // Now all that was missing is there, and what was in the way is gone.
    const put = (customId: string) =>
      organization.call("PUT", documentPath(fixture.containerTag, customId), { body: { content: "later" } });
    await Promise.all([put("later"), put(fixture.customId)]);
    if (path.endsWith("/rename"))
      await organization.call("DELETE", documentPath(fixture.containerTag, fixture.customId));
    const before = await stored();
    const second = await send();
    expect(told(second)).toEqual(told(first));
    expect(isReplayed(second)).toBe(true);
    expect(await stored()).toEqual(before);
    const { status: afresh } = await organization.call(method, path, {
      headers: conditions ?? {},
      ...(body === undefined ? {} : { body }),
    });
    expect(afresh).toBe(200);
  });

  test("a refused command of the memory tool is one too", async () => {
    const { containerTag } = await fresh();
    const headers = newKey();
    const send = () =>
      organization.call("POST", `/v1/containers/${containerTag}/memory`, {
        headers,
        body: { command: "delete", path: "/memories/later" },
      });
    const first = await send();
    await organization.call("PUT", documentPath(containerTag, "/memories/later"), { body: { content: "" } });
    expect(told(await send())).toEqual(told(first));
    expect(first.body).toMatchObject({ isError: true, content: "Error: The path /memories/later does not exist" });
  });
});

test("what was never a request to the database keeps nothing under its key", async () => {
  const [{ containerTag }, headers] = [await fresh(), newKey()];
  const path = documentPath(containerTag, "new");
  expect((await organization.call("PUT", path, { headers, body: { content: 1 } })).status).toBe(422);
  expect((await organization.call("PUT", path, { headers, body: { content: "1" } })).status).toBe(201);
});

test("a key without the scope meets no answer of a key that had it", async () => {
  const [fixture, headers] = [await fresh(), newKey()];
  const route = writeRoutes[0];
  if (route === undefined) throw new Error("There is no route that writes");
  await callExample(organization, route, fixture, { headers });
  const key = await organization.newKey({ scopes: ["documents:read"] });
  expect(
    (await organization.call(route.method, pathOf(route, fixture), { ...exampleOf(route, fixture), headers, key }))
      .status,
  ).toBe(403);
});

async function countChanges(): Promise<number> {
  const [row] = await asOwner()`select (select count(*) from stela.revisions where org_id = ${organization.id})::int
    + (select count(*) from stela.audit_events where org_id = ${organization.id} and outcome = 'done')::int as count`;
  return row?.["count"];
}
