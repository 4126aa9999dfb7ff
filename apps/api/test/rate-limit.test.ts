import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import wrangler from "../wrangler.jsonc?raw";
import { type ProxiedDatabase, proxiedDatabase } from "./database.ts";
import { type Answer, newOrganization, type Organization } from "./organization.ts";
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

test("without the binding there is no limit and no word of one", async () => {
  for (let index = 0; index < 12; index++) {
    const answer = await organization.call("GET", "/v1/containers");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("ratelimit-policy")).toBe(null);
  }
});

test("what the Worker is bound to in deployment is a limit, and what it tells of it is true", async () => {
  const { ratelimits } = JSON.parse(wrangler.replaceAll(/^\s*\/\/.*$/gm, ""));
  const { limit, period } = ratelimits.find(({ name }: { name: string }) => name === "RATE_LIMITER").simple;
  expect(env.RATE_LIMIT).toEqual({ requests: limit, periodSeconds: period });
  const bound = { RATE_LIMITER: env.RATE_LIMITER, RATE_LIMIT: env.RATE_LIMIT };
  const { status, headers } = await organization.call("GET", "/v1/containers", { env: bound });
  expect({ status, policy: headers.get("ratelimit-policy") }).toEqual({
    status: 200,
    policy: `"credential";q=${limit};w=${period}`,
  });
});
