import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toDatabase } from "../src/connection-string.ts";
import { appUrl, migrate } from "../src/migrate.ts";
import { createDatabase, type RunningTestDatabaseServer, startTestDatabaseServer } from "../src/testing.ts";

let server: RunningTestDatabaseServer;
beforeAll(async () => {
  server = await startTestDatabaseServer();
});
afterAll(() => server.stop());

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("a test database is migrated, empty, its own, and open to the owner and to the app", async () => {
  const [one, two] = await Promise.all([server.createDatabase(), server.createDatabase()]);
  await query(one.ownerUrl, "insert into stela.organizations (id, name) values (gen_random_uuid(), 'One')");
  expect(await query(two.ownerUrl, "select * from stela.organizations")).toEqual([]);
  expect(
    await query(
      one.appUrl,
      "select current_user as role, rolsuper, rolbypassrls from pg_roles where rolname = current_user",
    ),
  ).toEqual([{ role: "stela_app", rolsuper: false, rolbypassrls: false }]);
  await Promise.all([one.drop(), two.drop()]);
});

test("a process that was told plain values makes databases too", async () => {
  const { adminUrl, endpointUrl, appPassword } = server;
  const database = await createDatabase(JSON.parse(JSON.stringify({ adminUrl, endpointUrl, appPassword })));
  expect(await query(database.ownerUrl, "select 1 as a")).toEqual([{ a: 1 }]);
  await database.drop();
  await expect(query(database.ownerUrl, "select 1")).rejects.toMatchObject({ code: "3D000" });
});

test("two migrations of one database at once wait for each other, and a repeat applies nothing", async () => {
  await query(server.adminUrl, "create database migrated");
  const options = { databaseUrl: toDatabase(server.adminUrl, "migrated"), appPassword: server.appPassword };
  const applied = await Promise.all([migrate(options), migrate(options)]);
  expect(applied.map((one) => one.applied.length).sort()).toEqual([0, expect.any(Number)]);
  expect(await migrate(options)).toEqual({ applied: [] });
  expect(await query(appUrl(options.databaseUrl, options.appPassword), "select 1 as a")).toEqual([{ a: 1 }]);
});

test("migrations of several databases of one server at once do not disturb each other", async () => {
  const names = ["a", "b", "c", "d"].map((letter) => `migrated_${letter}`);
  for (const name of names) await query(server.adminUrl, `create database ${name}`);
  const { adminUrl, appPassword } = server;
  const results = await Promise.all(
    names.map((name) => migrate({ databaseUrl: toDatabase(adminUrl, name), appPassword })),
  );
  expect(new Set(results.map(({ applied }) => applied.length)).size).toBe(1);
});

test("stopping deletes the data", async () => {
  const own = () => readdirSync(tmpdir()).filter((name) => name.startsWith("stela-test-"));
  const before = new Set(own());
  const another = await startTestDatabaseServer();
  const [folder] = own().filter((name) => !before.has(name));
  expect(folder).toBeDefined();
  await another.stop();
  expect(existsSync(`${tmpdir()}/${folder}`)).toBe(false);
});
