import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ApiKey,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  Stela,
  type UsageRow,
} from "../src/index.ts";
import { CuttingProxy } from "./cutting-proxy.ts";
import { apiUnderTest, freshContainerTag, stelaUnderTest } from "./stela-under-test.ts";

let stela: Stela;
let containerTag: string;
beforeAll(() => {
  stela = stelaUnderTest();
});
beforeEach(() => {
  containerTag = freshContainerTag();
});

const as = (apiKey: string) => new Stela({ ...apiUnderTest(), apiKey, maxRetries: 0 });
const SCOPES = ["documents:read", "documents:write"] as const;
const newKey = () => stela.keys.create({ name: "sdk", scopes: [...SCOPES], containers: [containerTag] });

describe("keys", () => {
  test("are made, listed, read, rotated and revoked, and each step works on the next request", async () => {
    const { key, ...record } = await newKey();
    const own = as(key);
    expect(await own.documents.put({ containerTag, customId: "a" }, { content: "x" })).toMatchObject({ version: 1 });
    expect(await stela.keys.get(record.id)).toMatchObject({ ...record, lastUsedAt: expect.any(String) });
    const listed: ApiKey[] = [];
    for await (const each of stela.keys.list({ limit: 2 })) {
      listed.push(each);
      if (listed.length === 5) break;
    }
    expect(listed[0]?.id).toBe(record.id);
    const rotated = await stela.keys.rotate(record.id);
    expect(await as(rotated.key).documents.get({ containerTag, customId: "a" })).toMatchObject({ content: "x" });
    await expect(stela.keys.rotate(record.id)).rejects.toBeInstanceOf(ConflictError);
    expect(await stela.keys.revoke(record.id)).toMatchObject({ replacedBy: rotated.id, revokedAt: expect.any(String) });
    await expect(own.documents.get({ containerTag, customId: "a" })).rejects.toBeInstanceOf(AuthenticationError);
    await stela.keys.revoke(rotated.id);
    await expect(stela.keys.get(crypto.randomUUID())).rejects.toBeInstanceOf(NotFoundError);
  });

  test("give no more than they have", async () => {
    const maker = await stela.keys.create({ name: "maker", scopes: ["keys"], containers: [containerTag] });
    const { keys } = as(maker.key);
    const wide = { name: "wide", scopes: ["admin"], containers: [containerTag] } satisfies Parameters<
      typeof keys.create
    >[0];
    await expect(keys.create(wide)).rejects.toBeInstanceOf(PermissionDeniedError);
    await expect(keys.create({ ...wide, scopes: ["keys"], containers: ["*"] })).rejects.toBeInstanceOf(NotFoundError);
  });

  test("whose answer was lost are the same on the retry", async () => {
    const proxy = await CuttingProxy.start(apiUnderTest().baseUrl);
    try {
      const through = new Stela({ ...apiUnderTest(), baseUrl: proxy.url });
      proxy.loseAnswers(1);
      const idempotencyKey = crypto.randomUUID();
      const body = { name: "retried", scopes: [...SCOPES], containers: [containerTag] };
      const { data, isReplayed } = await through.keys.create(body, { idempotencyKey }).withResponse();
      expect(isReplayed).toBe(true);
      expect(await stela.keys.create(body, { idempotencyKey })).toEqual(data);
      expect(await as(data.key).documents.list(containerTag)).toMatchObject({ data: [] });
    } finally {
      await proxy.stop();
    }
  });
});

test("a token is taken in the place of a key, and ends with it", async () => {
  const maker = await stela.keys.create({ name: "maker", scopes: [...SCOPES, "keys"], containers: [containerTag] });
  const token = await as(maker.key).tokens.create({
    actor: { id: "ada", name: "Ada" },
    scopes: [...SCOPES],
    containers: [containerTag],
    expiresInSeconds: 60,
  });
  expect(token).toMatchObject({ actor: "person:ada", keyId: maker.id });
  const person = as(token.token);
  expect(await person.documents.put({ containerTag, customId: "a" }, { content: "x" })).toMatchObject({ version: 1 });
  await stela.keys.revoke(maker.id);
  await expect(person.documents.get({ containerTag, customId: "a" })).rejects.toBeInstanceOf(AuthenticationError);
});

test("usage is counted for a container, and goes through its pages", async () => {
  await stela.documents.put({ containerTag, customId: "a" }, { content: "12345" });
  await stela.documents.delete({ containerTag, customId: "a" });
  const rows: UsageRow[] = [];
  for await (const row of stela.usage.list({ containerTag, groupBy: "container" })) rows.push(row);
  expect(rows).toEqual([{ containerTag, writes: 1, deletes: 1, bytesWritten: 5, documents: 1, recalls: 0 }]);
  expect(await stela.usage.list({ containerTag })).toMatchObject({ from: expect.any(String), rows: [{ writes: 1 }] });
});

test("the organization tells what it holds, and keeps to its quotas", async () => {
  await stela.documents.put({ containerTag, customId: "a" }, { content: "12345" });
  const before = await stela.organization.get();
  expect(before).toMatchObject({ maxDocuments: null, maxBytes: null });
  expect(before.bytes).toBeGreaterThanOrEqual(5);
  const far = Number.MAX_SAFE_INTEGER;
  expect(await stela.organization.update({ maxBytes: far })).toMatchObject({ maxBytes: far, maxDocuments: null });
  await stela.containers.update(containerTag, { maxDocuments: 1 });
  await expect(stela.documents.put({ containerTag, customId: "b" }, { content: "" })).rejects.toBeInstanceOf(
    RateLimitError,
  );
  expect(await stela.organization.update({ maxBytes: null })).toMatchObject({ maxBytes: null });
});

test("the API under `wrangler dev` has its rate limit, and says so", async () => {
  const { headers } = await stela.containers.list({ limit: 1 }).withResponse();
  expect(headers.get("ratelimit-policy")).toMatch(/^"credential";q=\d+;w=\d+$/);
});
