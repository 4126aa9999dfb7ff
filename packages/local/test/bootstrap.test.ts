import { execFile } from "node:child_process";
import path from "node:path";
import { hashKey, isWellFormedKey, SCOPES } from "@stela/core/keys";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toDatabase } from "../src/connection-string.ts";
import { type RunningTestDatabaseServer, startTestDatabaseServer, type TestDatabase } from "../src/testing.ts";

const COMMAND = path.resolve(import.meta.dirname, "../src/cli/bootstrap.ts");

let server: RunningTestDatabaseServer;
let database: TestDatabase;
let sql: Client;
beforeAll(async () => {
  server = await startTestDatabaseServer();
  database = await server.createDatabase();
  sql = new Client(database.ownerUrl);
  await sql.connect();
});
afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function bootstrap(args: readonly string[], databaseUrl = database.ownerUrl): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: databaseUrl };
    execFile(process.execPath, ["--no-warnings", COMMAND, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : 1, stdout, stderr });
    });
  });
}

const count = async () => (await sql.query("select count(*)::int as count from stela.organizations")).rows[0].count;

test("an organization is made with a key that may do everything, whose text is printed and stored nowhere", async () => {
  const { code, stdout, stderr } = await bootstrap(["--name", "Acme, 选型 & Söhne", "--shard", "eu1"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, organizationId, key = ""] = /^Organization {2}(\S+)\nAPI key {7}(\S+)\n$/.exec(stdout) ?? [];
  expect(isWellFormedKey(key)).toBe(true);
  expect(key).toMatch(/^stl_eu1_/);
  const { rows } = await sql.query(
    `select o.name, k.scopes, k.containers, k.expires_at, k.created_by, encode(k.hash, 'hex') as hash,
       (select array_agg(action || ' ' || actor) from stela.audit_events as e where e.org_id = o.id) as events
     from stela.organizations as o join stela.api_keys as k on k.org_id = o.id where o.id = $1`,
    [organizationId],
  );
  expect(rows).toEqual([
    {
      name: "Acme, 选型 & Söhne",
      scopes: [...SCOPES],
      containers: ["*"],
      expires_at: null,
      created_by: "bootstrap",
      hash: await hashKey(key),
      events: ["key.create system:bootstrap"],
    },
  ]);
});

test("each run makes another organization, with another key", async () => {
  const runs = await Promise.all([bootstrap(["--name", "Same"]), bootstrap(["--name=Same"])]);
  expect(new Set(runs.flatMap(({ stdout }) => stdout.trim().split("\n"))).size).toBe(4);
});

test("an owner is invited by a link on the dashboard, in small letters, for seven days", async () => {
  const owner = ["--owner", "Ada@Example.com", "--dashboard-url", "https://memory.example.com/"];
  const { code, stdout, stderr } = await bootstrap(["--name", "With an owner", ...owner]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, organizationId, secret] =
    /^Organization {2}(\S+)\nAPI key {7}\S+\nOwner's link {2}https:\/\/memory\.example\.com\/join\/(\S+)\n$/.exec(
      stdout,
    ) ?? [];
  const { rows } = await sql.query(
    `select email, role, status, secret::text, expires_at > now() + interval '6 days' as "isOpenForDays"
     from stela_people.invitations where organization_id = $1`,
    [organizationId],
  );
  expect(rows).toEqual([{ email: "ada@example.com", role: "owner", status: "pending", secret, isOpenForDays: true }]);
});

const elsewhere = (change: (url: URL) => void) => {
  const url = new URL(database.ownerUrl);
  change(url);
  return url.href;
};

test.each<[string, readonly string[], (() => string) | undefined, RegExp]>([
  ["without a name", [], undefined, /^Name the organization/],
  ["with an empty name", ["--name", "  "], undefined, /^Name the organization/],
  ["with a name of 129 bytes", ["--name", "n".repeat(129)], undefined, /^Name the organization/],
  ["with a name of two lines", ["--name", "a\nb"], undefined, /^Name the organization/],
  ["with an unknown option", ["--name", "a", "--nmae", "b"], undefined, /nmae.*Use: npm run bootstrap/],
  ["with a word too many", ["--name", "a", "b"], undefined, /'b'.*Use: npm run bootstrap/],
  ["with a shard that is none", ["--name", "a", "--shard", "A_B"], undefined, /^--shard must be/],
  ["with an owner who is no address", ["--name", "a", "--owner", "ada"], undefined, /^--owner must be/],
  [
    "with an owner and no dashboard",
    ["--name", "a", "--owner", "a@b.c"],
    undefined,
    /^Say where the owner's link leads/,
  ],
  [
    "with a dashboard that is no address",
    ["--name", "a", "--owner", "a@b.c", "--dashboard-url", "memory"],
    undefined,
    /^--dashboard-url is not/,
  ],
  ["with a DATABASE_URL that is none", ["--name", "a"], () => "localhost:5432", /^DATABASE_URL is not a URL/],
  [
    "for a database that does not answer",
    ["--name", "a"],
    () =>
      elsewhere((url) => {
        url.port = "1";
      }),
    /cannot be reached/,
  ],
  [
    "for a database that is not there",
    ["--name", "a"],
    () =>
      elsewhere((url) => {
        url.pathname = "/nowhere";
      }),
    /refused.*nowhere/,
  ],
  [
    "for a database without Stela's tables",
    ["--name", "a"],
    () => toDatabase(server.adminUrl, "postgres"),
    /has not the tables/,
  ],
  ["as the Worker's role", ["--name", "a"], () => database.appUrl, /may not make organizations/],
])("%s, it says so in one sentence, fails and makes nothing", async (_, args, url, sentence) => {
  const before = await count();
  const { code, stdout, stderr } = await bootstrap(args, url?.());
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).not.toContain(new URL(database.ownerUrl).password || "no password");
  expect(await count()).toBe(before);
});
