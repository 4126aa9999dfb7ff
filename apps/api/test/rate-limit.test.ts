import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import wrangler from "../wrangler.jsonc?raw";
import { type ProxiedDatabase, proxiedDatabase } from "./database.ts";
import { type Answer, newKeyText, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const LIMIT = { RATE_LIMITER: env.LOW_RATE_LIMITER, RATE_LIMIT: { requests: 5, periodSeconds: 60 } };
const POLICY = '"credential";q=5;w=60';

let organization: Organization;
let proxy: ProxiedDatabase;
beforeEach(async () => {
  [organization, proxy] = await Promise.all([newOrganization(), proxiedDatabase()]);
});

const list = (key = organization.key) =>
  organization.call("GET", "/v1/containers", { key, env: LIMIT, database: proxy });

/**
 * Sends one after another until a request is refused: past the limit of five, or twice that where a minute of the clock began
 * between them.
 */
async function untilRefused(key?: string): Promise<{ readonly done: number; readonly refused: Answer }> {
  for (let done = 0; done <= 10; done++) {
    const answer = await list(key);
    expect(answer.headers.get("ratelimit-policy")).toBe(POLICY);
    if (answer.status !== 200) return { done, refused: answer };
    expect(answer.headers.get("ratelimit")).toBe(null);
  }
  throw new Error("No request was refused");
}

describe("past its limit, a credential", () => {
  test("is refused with 429 and told when to come back, before the database is touched", async () => {
    const { done, refused } = await untilRefused();
    expect([5, 6, 7, 8, 9, 10]).toContain(done);
    expectProblem(refused, 429, "rate_limited");
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.headers.get("ratelimit")).toBe('"credential";r=0;t=60');
    expect(refused.headers.get("server-timing")).toContain('roundtrips;desc="0"');
    expect(await proxy.requests()).toBe(done);
  });

  test("takes nothing from another, of the same organization or of another, nor from its tokens", async () => {
    await untilRefused();
    const others = [await organization.newKey(), (await newOrganization()).key, await organization.newToken()];
    for (const key of others) expect((await untilRefused(key)).done).toBeGreaterThanOrEqual(5);
  });

  test("is refused whatever it asks for, and holds no request back that shows none", async () => {
    await untilRefused();
    const write = () =>
      organization.call("PUT", "/v1/containers/a/documents/b", { body: { content: "" }, env: LIMIT, database: proxy });
    const answers = [await write(), await write()];
    expect(answers.map(({ status }) => status)).toContain(429);
    const bare = await organization.call("GET", "/v1/containers", { key: null, env: LIMIT });
    expectProblem(bare, 401, "unauthorized");
    expect(bare.headers.get("ratelimit-policy")).toBe(null);
  });
});

describe("keys that nobody has", () => {
  const LOW = {
    UNKNOWN_KEY_LIMITER: env.LOW_UNKNOWN_KEY_LIMITER,
    UNKNOWN_KEY_LIMIT: { requests: 5, periodSeconds: 60 },
  };
  const from = (address: string, key = newKeyText()) =>
    organization.call("GET", "/v1/containers", {
      key,
      env: LOW,
      database: proxy,
      headers: { "cf-connecting-ip": address },
    });
  /** Its own, so that no other test has counted for it. */
  const newAddress = () => `2001:DB8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::`;

  /** Sends keys that nobody has until the database is not asked; of twice the limit the last is, wherever a minute begins. */
  async function untilRefused(address: (n: number) => string): Promise<Answer> {
    for (let sent = 0; sent <= 12; sent++) {
      const before = await proxy.requests();
      const answer = await from(address(sent));
      if (answer.status === 429) {
        expect(await proxy.requests()).toBe(before);
        return answer;
      }
      expectProblem(answer, 401, "unauthorized");
    }
    throw new Error("No request was refused");
  }

  test("in any number from one address are refused before the database is asked, whatever the key", async () => {
    const address = newAddress();
    const refused = await untilRefused(() => address);
    expectProblem(refused, 429, "rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("server-timing")).toContain('roundtrips;desc="0"');
    expectProblem(await from(address, organization.key), 429, "rate_limited");
    expect((await from(newAddress(), organization.key)).status).toBe(200);
    expect((await organization.call("GET", "/v1/containers")).status).toBe(200);
  });

  test("from all over one IPv6 network count as from one address", async () => {
    const network = newAddress();
    await untilRefused((n) => `${network}${n + 1}`);
  });

  test("are told from keys that are revoked, lack a scope or cover another container: those never count", async () => {
    const address = newAddress();
    const keys = [
      await organization.newKey({ revokedAt: "2026-01-01T00:00:00Z" }),
      await organization.newKey({ expiresAt: "2026-01-01T00:00:00Z" }),
      await organization.newKey({ scopes: [] }),
    ];
    for (let n = 0; n < 15; n++) expect([401, 403]).toContain((await from(address, keys[n % 3])).status);
    expect((await from(address, organization.key)).status).toBe(200);
  });
});

test("without the binding there is no limit and no word of one", async () => {
  for (let index = 0; index < 12; index++) {
    const answer = await organization.call("GET", "/v1/containers");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("ratelimit-policy")).toBe(null);
  }
});

test("what the Worker is bound to in deployment is a limit, and what it tells of it is true", async () => {
  const { ratelimits } = JSON.parse(wrangler.replaceAll(/^\s*\/\/.*$/gm, ""));
  const limitOf = (limiter: string) => ratelimits.find(({ name }: { name: string }) => name === limiter).simple;
  const { limit, period } = limitOf("RATE_LIMITER");
  const unknown = limitOf("UNKNOWN_KEY_LIMITER");
  expect(env.UNKNOWN_KEY_LIMIT).toEqual({ requests: unknown.limit, periodSeconds: unknown.period });
  expect(env.RATE_LIMIT).toEqual({ requests: limit, periodSeconds: period });
  const bound = { RATE_LIMITER: env.RATE_LIMITER, RATE_LIMIT: env.RATE_LIMIT };
  const { status, headers } = await organization.call("GET", "/v1/containers", { env: bound });
  expect({ status, policy: headers.get("ratelimit-policy") }).toEqual({
    status: 200,
    policy: `"credential";q=${limit};w=${period}`,
  });
});
