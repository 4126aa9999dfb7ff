import { SCOPES } from "@stela/core/keys";
import { beforeEach, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { documentPath, idOfKey, newOrganization, type Organization, runCommand } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const SCOPE = ["documents:read", "documents:write"];

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});

const mint = (body: object = {}, key = organization.key) =>
  organization.call("POST", "/v1/tokens", {
    key,
    body: { scopes: SCOPE, containers: ["user:42"], expiresInSeconds: 60, ...body },
  });
const put = (key: string, content = "text", tag = "user:42") =>
  organization.call("PUT", documentPath(tag, "a"), { key, body: { content } });

describe("a token", () => {
  test("does what a key does, where it may, in one round trip", async () => {
    const { status, body } = await mint({ actor: { id: "ada", name: "Ada" } });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^stt_[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/),
      id: expect.any(String),
      keyId: organization.keyId,
      actor: "person:ada",
      scopes: SCOPE,
      containers: ["user:42"],
      expiresAt: expect.stringMatching(/\.000Z$/),
    });
    const leftMs = Date.parse(body.expiresAt) - Date.now();
    expect(leftMs).toBeGreaterThan(50_000);
    expect(leftMs).toBeLessThanOrEqual(60_000);
    const written = await put(body.token);
    expect(written.status).toBe(201);
    expect(written.headers.get("server-timing")).toContain('roundtrips;desc="1"');
    const command = { command: "view", path: "/memories" };
    const viewed = await organization.call("POST", "/v1/containers/user:42/memory", { key: body.token, body: command });
    expect(viewed.body).toEqual((await runCommand(organization, "user:42", command)).body);
    expectProblem(await put(body.token, "", "user:43"), 404, "not_found");
    const forbidden = await organization.call("DELETE", `/v1/keys/${organization.keyId}`, { key: body.token });
    expectProblem(forbidden, 403, "forbidden");
  });

  test("is named in history and audit by its person or itself, and there with its key", async () => {
    const [person, program] = [(await mint({ actor: { id: "ada" } })).body, (await mint()).body];
    expect(program.actor).toBe(`token:${program.id}`);
    await put(person.token);
    await put(program.token, "other");
    await put(organization.key, "third");
    const revisions =
      await asOwner()`select actor from stela.revisions where org_id = ${organization.id} order by version`;
    expect(revisions.map(({ actor }) => actor)).toEqual(["person:ada", program.actor, `key:${organization.keyId}`]);
    const events = await asOwner()`select actor, details ->> 'key' as key from stela.audit_events
      where org_id = ${organization.id} and document_id is not null order by id`;
    const key = `key:${organization.keyId}`;
    expect(events).toEqual([
      { actor: "person:ada", key },
      { actor: program.actor, key },
      { actor: key, key: null },
    ]);
    const made = await asOwner()`select actor, details from stela.audit_events
      where org_id = ${organization.id} and action = 'token.create' order by id limit 1`;
    expect(made).toMatchObject([{ actor: key, details: { tokenId: person.id, person: "ada" } }]);
    expect(JSON.stringify(made)).not.toContain("stt_");
  });

  test("ends with its key: on the next request after it is revoked, and at the time it expires", async () => {
    const key = await organization.newKey();
    const keyId = await idOfKey(key);
    const { token } = (await mint({}, key)).body;
    expect((await put(token)).status).toBe(201);
    await organization.call("DELETE", `/v1/keys/${keyId}`);
    expectProblem(await put(token), 401, "unauthorized");

    const expiresAt = new Date(Date.now() + 30_000).toISOString();
    const dated = (await mint({ expiresInSeconds: 3_600 }, await organization.newKey({ expiresAt }))).body;
    expect(Date.parse(dated.expiresAt)).toBeLessThanOrEqual(Date.parse(expiresAt));
  });

  test("of a rotated key lives as long as that still does", async () => {
    const key = await organization.newKey();
    const keyId = await idOfKey(key);
    const { token } = (await mint({}, key)).body;
    await organization.call("POST", `/v1/keys/${keyId}/rotate`, { body: { overlapSeconds: 60 } });
    expect((await put(token)).status).toBe(201);
    await asOwner()`update stela.api_keys set expires_at = now() where id = ${keyId}`;
    expectProblem(await put(token), 401, "unauthorized");
  });

  test("is never wider than its key", async () => {
    const key = await organization.newKey({ scopes: ["keys", "documents:read"], containers: ["user:4*"] });
    const scopes = ["documents:read"];
    expect((await mint({ scopes }, key)).status).toBe(201);
    expect((await mint({ scopes, containers: ["user:4*"] }, key)).status).toBe(201);
    const wide = await mint({}, key);
    expectProblem(wide, 403, "forbidden");
    expect(wide.body.missingScope).toBe("documents:write");
    for (const container of ["user:*", "user:5", "*", "user:"]) {
      expectProblem(await mint({ scopes, containers: ["user:42", container] }, key), 404, "not_found");
    }
  });

  test("makes no tokens, and no key that lives longer than itself, unless it acts for a person", async () => {
    const program = (await mint({ scopes: SCOPES, containers: ["*"] })).body;
    const person = (await mint({ scopes: SCOPES, containers: ["*"], actor: { id: "ada" } })).body;
    for (const { token } of [program, person]) expectProblem(await mint({}, token), 403, "forbidden");
    const body = { name: "made", scopes: ["documents:read"], containers: ["user:42"] };
    const make = (key: string, fields: object = {}) =>
      organization.call("POST", "/v1/keys", { key, body: { ...body, ...fields } });
    expect((await make(program.token)).body.expiresAt).toBe(program.expiresAt);
    expect((await make(person.token)).body).toMatchObject({ expiresAt: null, createdBy: "person:ada" });
    const expiresAt = new Date(Date.parse(program.expiresAt) + 1).toISOString();
    expectProblem(await make(program.token, { expiresAt }), 403, "forbidden");
  });

  test.each([
    [{ expiresInSeconds: 0 }, "expiresInSeconds"],
    [{ expiresInSeconds: 3_601 }, "expiresInSeconds"],
    [{ expiresInSeconds: 1.5 }, "expiresInSeconds"],
    [{ scopes: [] }, "scopes"],
    [{ containers: [] }, "containers"],
    [{ actor: { id: "" } }, "actor.id"],
    [{ actor: { id: "a\nb" } }, "actor.id"],
    [{ actor: { id: "a".repeat(129) } }, "actor.id"],
    [{ actor: {} }, "actor.id"],
  ])("asked for as %j is refused, and the place is named", async (fields, path) => {
    const answer = await mint(fields);
    expectProblem(answer, 422, "validation_failed");
    expect(answer.body.errors[0].path).toBe(path);
  });

  test("of the largest size is taken", async () => {
    const containers = Array.from({ length: 32 }, (_, index) => `${index}`.padStart(128, "c"));
    const { body } = await mint({
      containers,
      scopes: SCOPES,
      actor: { id: "选".repeat(42), name: '"\\{}' },
      expiresInSeconds: 3_600,
    });
    expect((await put(body.token, "", containers[31])).status).toBe(201);
  });

  test("with patterns that an array literal could mistake is taken at its word", async () => {
    for (const tag of ["NULL", "null", "-", "@:."]) {
      const { body } = await mint({ containers: [tag] });
      expect((await put(body.token, "", tag)).status).toBe(201);
      expectProblem(await put(body.token, "", "other"), 404, "not_found");
    }
  });
});

test("a person with another token of the same rights is answered what the first was; one of other rights is not", async () => {
  const headers = { "idempotency-key": "once" };
  const [first, same, narrow, other] = await Promise.all(
    [
      { actor: { id: "ada" }, containers: ["user:*"] },
      { actor: { id: "ada" }, containers: ["user:*"] },
      { actor: { id: "ada" }, containers: ["user:4*"] },
      { actor: { id: "bob" }, containers: ["user:*"] },
    ].map(async (body) => (await mint(body)).body.token),
  );
  const send = (key: string) =>
    organization.call("PUT", documentPath("user:42", "a"), { key, headers, body: { content: "x" } });
  const isReplayed = async (key: string) => (await send(key)).headers.get("idempotency-replayed");
  expect(await isReplayed(first)).toBe(null);
  expect(await isReplayed(same)).toBe("true");
  expect(await isReplayed(narrow)).toBe(null);
  expect(await isReplayed(other)).toBe(null);
});
