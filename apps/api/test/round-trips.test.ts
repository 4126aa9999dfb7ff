import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Route } from "../src/route.ts";
import { routes } from "../src/routes/table.ts";
import { type ProxiedDatabase, proxiedDatabase } from "./database.ts";
import { callExample, type Fixture, newFixture, writeRoutes } from "./examples.ts";
import { type Answer, call, newKeyText, newOrganization, type Organization, runCommand } from "./organization.ts";
import { expectNames } from "./problem.ts";

let proxy: ProxiedDatabase;
let organization: Organization;
let fixture: Fixture;
let fixtures = 0;
beforeAll(async () => {
  proxy = await proxiedDatabase();
  organization = await newOrganization(proxy);
});
beforeEach(async () => {
  fixture = await newFixture(organization, `box-${fixtures++}`);
});

/**
 * Sends a request and counts, at the endpoint, what comes to the database; the answer has to say the same, but for what comes
 * `afterwards`.
 */
async function counted(
  send: () => Promise<Answer>,
  afterwards = 0,
): Promise<{ readonly trips: number; readonly answer: Answer }> {
  const before = await proxy.requests();
  const answer = await send();
  const trips = (await proxy.requests()) - before;
  expectNames(answer);
  expect(answer.headers.get("server-timing")).toContain(`roundtrips;desc="${trips - afterwards}"`);
  return { trips, answer };
}

const named = (all: typeof routes) => all.map((route) => ({ name: `${route.method} ${route.path}`, route }));

/** Asks who is there before it asks Claude, and writes what Claude said. */
const asksClaude = ({ operationId }: Route) => operationId === "extractFacts";

describe("one request to the database is", () => {
  test.each(named(routes.filter((route) => !asksClaude(route))))("$name", async ({ route }) => {
    // That something was recalled is noted once it is answered.
    const afterwards = route.operationId === "recall" ? 1 : 0;
    const { trips, answer } = await counted(() => callExample(organization, route, fixture), afterwards);
    expect({ trips: trips - afterwards, isSuccess: answer.status < 300 }).toEqual({ trips: 1, isSuccess: true });
  });

  test.each(named(writeRoutes.filter((route) => !asksClaude(route))))(
    "$name with an Idempotency-Key, the first time and again",
    async ({ route }) => {
      const headers = { "idempotency-key": "key", "stela-session": "session" };
      for (const isReplayed of [null, "true"]) {
        const { trips, answer } = await counted(() =>
          callExample(organization, route, fixture, {
            headers: { ...headers, "idempotency-key": `key ${route.operationId}` },
          }),
        );
        expect({ trips, isReplayed: answer.headers.get("idempotency-replayed") }).toEqual({ trips: 1, isReplayed });
      }
    },
  );

  test.each(named(routes))("$name with a key that is unknown, or may not", async ({ route }) => {
    const key = await organization.newKey({ scopes: [] });
    // What a key may not do is noted once it is answered: the test waits for both, the caller does not.
    expect((await counted(() => callExample(organization, route, fixture, { key }), 1)).trips).toBe(2);
    expect((await counted(() => callExample(organization, route, fixture, { key: newKeyText() }))).trips).toBe(1);
  });

  test("a fact that is like none that is known; one that may be like another takes two", async () => {
    const { containerTag } = fixture;
    const remember = (content: string) =>
      organization.call("POST", "/v1/facts", {
        body: { containerTag, facts: [{ category: "user_info", content, importance: 3 }] },
      });
    expect((await counted(() => remember("Plays the violin on Sundays"))).trips).toBe(1);
    expect((await counted(() => remember("Plays the violin on Sunday"))).trips).toBe(2);
    expect((await counted(() => remember("Grows tomatoes outside"))).trips).toBe(1);
  });

  const path = "/memories/dir/a.md";
  const commands: readonly (readonly [string, object, boolean])[] = [
    ["view of a file", { command: "view", path }, false],
    ["view of a directory", { command: "view", path: "/memories" }, false],
    ["view of nothing", { command: "view", path: "/memories/none" }, true],
    ["create", { command: "create", path: "/memories/new", file_text: "text" }, false],
    ["create of what exists", { command: "create", path, file_text: "text" }, true],
    ["str_replace", { command: "str_replace", path, old_str: "two", new_str: "2" }, false],
    ["str_replace of what is not there", { command: "str_replace", path, old_str: "four", new_str: "4" }, true],
    ["insert", { command: "insert", path, insert_line: 1, insert_text: "x" }, false],
    ["insert at no line", { command: "insert", path, insert_line: 100, insert_text: "x" }, true],
    ["delete of a file", { command: "delete", path }, false],
    ["delete of a directory", { command: "delete", path: "/memories/dir" }, false],
    ["delete of the root", { command: "delete", path: "/memories" }, true],
    ["rename of a directory", { command: "rename", old_path: "/memories/dir", new_path: "/memories/moved" }, false],
    ["a path that is none", { command: "view", path: "/etc/passwd" }, true],
    ["a command that is none", { command: "undo" }, true],
  ];
  test.each(commands)("the tool's %s", async (_, input, isError) => {
    const { trips, answer } = await counted(() => runCommand(organization, fixture.containerTag, input));
    expect({ trips, isError: answer.body.isError }).toEqual({ trips: 1, isError });
  });
});

test("two requests are an extraction, before and after Claude is asked, and one is its repetition", async () => {
  const route = routes.find(asksClaude) as Route;
  const send = () => callExample(organization, route, fixture, { headers: { "idempotency-key": "extraction" } });
  expect((await counted(send)).trips).toBe(2);
  const { trips, answer } = await counted(send);
  expect({ trips, isReplayed: answer.headers.get("idempotency-replayed") }).toEqual({ trips: 1, isReplayed: "true" });
});

describe("no request to the database is", () => {
  test.each(named(routes))("$name with a key that cannot be one", async ({ route }) => {
    for (const key of [null, "nonsense", `${newKeyText().slice(0, -6)}AAAAAA`]) {
      expect((await counted(() => callExample(organization, route, fixture, { key }))).trips).toBe(0);
    }
  });

  test("what is refused before it is understood", async () => {
    for (const [method, path] of [
      ["GET", "/none"],
      ["PUT", "/v1/batch"],
      ["POST", "/v1/documents"],
      ["GET", "/v1/documents/%"],
      ["GET", "/openapi.json"],
    ] as const) {
      expect((await counted(() => organization.call(method, path))).trips).toBe(0);
    }
  });
});

test("health is one query, with no key, and names itself too", async () => {
  const { trips, answer } = await counted(() => call("GET", "/healthz", { database: proxy }));
  expect({ trips, status: answer.status, body: answer.body }).toEqual({
    trips: 1,
    status: 200,
    body: { status: "ok" },
  });
});

test("each request has a name of its own", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => organization.call("GET", "/v1/containers")));
  expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(20);
});
