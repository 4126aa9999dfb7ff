import { Agent, request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { serveDatabase } from "./support/database.ts";

const MIB = 1024 * 1024;
const served = serveDatabase();

interface Answer {
  readonly status: number;
  readonly body: { message?: string; rows?: unknown[][] };
}

async function post(body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(served.endpoint.url, {
    method: "POST",
    headers: { "neon-connection-string": served.url, "neon-array-mode": "true", ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

function bodyOf(bytes: number): string {
  const [head, tail] = ['{"query":"select length($1)","params":["', '"]}'];
  return head + "x".repeat(bytes - head.length - tail.length) + tail;
}

describe("a malformed request is a 400 in words", () => {
  test.each<[string, string | Buffer, RegExp]>([
    ["no JSON", "select 1", /not JSON/],
    ["an empty body", "", /not JSON/],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22]), /not JSON in UTF-8/],
    ["an array", "[]", /must be an object/],
    ["no query", "{}", /no text in `query`/],
    ["a query that is no text", '{"query":1}', /no text in `query`/],
    ["params that are no list", '{"query":"select 1","params":{}}', /`params` must be an array/],
    ["queries that are no list", '{"queries":{}}', /`queries` must be an array/],
    ["a batch with a hole", '{"queries":[{"query":"select 1"},null]}', /Query 1 has no text/],
    [
      "more parameters than a statement takes",
      JSON.stringify({ query: "select 1", params: Array(65_536).fill(null) }),
      /65535/,
    ],
  ])("%s", async (_, body, message) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });

  test.each([
    ["", /must be a postgresql/],
    ["mysql://u@h/d", /must be a postgresql/],
    ["postgresql://host/database", /must be a postgresql/],
    ["postgresql://user@host/", /must be a postgresql/],
  ])("the connection string %j", async (connectionString, message) => {
    const answer = await post('{"query":"select 1"}', { "neon-connection-string": connectionString });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });

  test("an isolation level of another name", async () => {
    const answer = await post('{"queries":[]}', { "neon-batch-isolation-level": "constructor" });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/ReadUncommitted, ReadCommitted, RepeatableRead, Serializable/);
  });
});

test("other paths and methods are refused", async () => {
  expect((await fetch(new URL("/", served.endpoint.url))).status).toBe(404);
  expect((await fetch(served.endpoint.url)).status).toBe(405);
  expect((await fetch(served.endpoint.url, { method: "OPTIONS" })).status).toBe(405);
});

describe("a body", () => {
  test("of 16 MiB is taken", async () => {
    const answer = await post(bodyOf(16 * MIB));
    expect(answer.status).toBe(200);
    expect(Number(answer.body.rows?.[0]?.[0])).toBeGreaterThan(16 * MIB - 100);
  });

  test("of one byte more is refused with 413, and the connection serves on", async () => {
    const answer = await post(bodyOf(16 * MIB + 1));
    expect(answer.status).toBe(413);
    expect(answer.body.message).toContain(String(16 * MIB));
    expect((await post('{"query":"select 1"}')).status).toBe(200);
  });

  test("of 16 MiB comes back whole", async () => {
    const answer = await post('{"query":"select repeat(\'x\', 16777216)"}');
    expect(String(answer.body.rows?.[0]?.[0])).toHaveLength(16 * MIB);
  });
});

test("a connection is used again for the next request", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (let round = 0; round < 5; round += 1) {
    ports.add(
      await new Promise<number | undefined>((resolve, reject) => {
        const request = httpRequest(served.endpoint.url, {
          method: "POST",
          agent,
          headers: { "neon-connection-string": served.url },
        });
        request.on("response", (response) => {
          const { localPort } = response.socket;
          response.resume();
          response.on("end", () => resolve(localPort));
        });
        request.on("error", reject);
        request.end(round % 2 === 0 ? '{"query":"select 1"}' : '{"query":"select 1/0"}');
      }),
    );
  }
  agent.destroy();
  expect(ports.size).toBe(1);
});
