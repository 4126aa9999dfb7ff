import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { toDatabase } from "../src/connection-string.ts";
import { commandLine } from "../src/processes/identity.ts";
import { waitFor } from "../src/processes/wait.ts";
import { processTree, stillRunning } from "./support/processes.ts";
import { devFile, freePortPair, projectFolder, startStack } from "./support/stack.ts";

interface WorkerEnvironment {
  readonly DATABASE_URL: string;
  readonly DATABASE_FETCH_ENDPOINT: string;
  readonly SIGNING_SECRET: string;
}

test("a start serves both Workers, tells where in dev.json, and a second one keeps data and key", async () => {
  const folder = await projectFolder();
  const port = await freePortPair();
  const first = startStack(folder, port);
  const served = await first.serving();
  expect(served).toEqual({
    apiUrl: `http://127.0.0.1:${port}`,
    apiKey: expect.stringMatching(/^stl_/),
    dashboardUrl: `http://127.0.0.1:${port + 1}`,
    databaseUrl: expect.stringMatching(/^postgresql:/),
    email: expect.any(String),
    password: expect.any(String),
  });
  if (served === undefined) return;
  expect(first.said()).toContain(served.apiKey);
  expect(await (await fetch(served.dashboardUrl)).json()).toMatchObject({ status: "ok" });

  const environment = (await (await fetch(`${served.apiUrl}/environment`)).json()) as WorkerEnvironment;
  expect(Object.keys(environment).sort()).toEqual(["DATABASE_FETCH_ENDPOINT", "DATABASE_URL", "SIGNING_SECRET"]);
  expect(environment.DATABASE_URL).toMatch(/^postgresql:\/\/stela_app:/);
  const answer = await fetch(environment.DATABASE_FETCH_ENDPOINT, {
    method: "POST",
    headers: { "neon-connection-string": environment.DATABASE_URL },
    body: JSON.stringify({ query: "select current_user as role" }),
  });
  expect(await answer.json()).toMatchObject({ rows: [{ role: "stela_app" }] });

  const processes = processTree(first.pid);
  const lines = processes.map(({ pid }) => commandLine(pid)).join("\n");
  for (const secret of Object.values(environment)) expect(lines).not.toContain(secret);
  for (const name of ["dev.json", "secrets.json", "api.env", "dashboard.env"]) {
    expect((await stat(path.join(folder, ".stela", name))).mode & 0o777).toBe(0o600);
  }

  await query(served.databaseUrl, "create table kept as select 1 as a");
  first.child.kill("SIGINT");
  expect(await first.exited()).toBe(0);
  expect(stillRunning(processes)).toEqual([]);
  expect(await devFile(folder)).toBeUndefined();

  const second = startStack(folder, port);
  const again = await second.serving();
  expect(again?.apiKey).toBe(served.apiKey);
  expect(await query(again?.databaseUrl ?? "", "select * from kept")).toEqual([{ a: 1 }]);
  expect(await query(again?.databaseUrl ?? "", "select name from stela.organizations")).toEqual([{ name: "Demo" }]);
});

describe("everything ends", () => {
  test.each(["SIGTERM", "SIGHUP"] as const)("at %s", async (signal) => {
    const folder = await projectFolder();
    const stack = startStack(folder, await freePortPair());
    await stack.serving();
    const processes = processTree(stack.pid);
    stack.child.kill(signal);
    expect(await stack.exited()).toBe(0);
    expect(stillRunning(processes)).toEqual([]);
  });

  test("at Ctrl-C in the middle of the start", async () => {
    const folder = await projectFolder();
    const stack = startStack(folder, await freePortPair());
    await waitFor(() => stack.said().includes("Starting the API") || undefined, { timeoutMs: 30_000 });
    const processes = processTree(stack.pid);
    stack.child.kill("SIGINT");
    expect(await stack.exited()).toBe(0);
    expect(stillRunning(processes)).toEqual([]);
    expect(await devFile(folder)).toBeUndefined();
  });

  test("when the program is killed, and the next start serves the same data", async () => {
    const folder = await projectFolder();
    const port = await freePortPair();
    const killed = startStack(folder, port);
    const served = await killed.serving();
    const processes = processTree(killed.pid);
    killed.child.kill("SIGKILL");
    await killed.exited();
    const next = startStack(folder, port);
    expect((await next.serving())?.apiKey).toBe(served?.apiKey);
    expect(stillRunning(processes)).toEqual([]);
  });

  test("when a package manager that started the program is gone", async () => {
    const folder = await projectFolder();
    const program = path.join(import.meta.dirname, "../src/cli/start.ts");
    const starts = `"${process.execPath}" "${program}" "${folder}"; true`;
    await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "p", scripts: { start: starts } }));
    const npm = spawn("npm", ["start"], {
      cwd: folder,
      stdio: "ignore",
      env: { ...process.env, DATABASE_URL: "", STELA_PORT: String(await freePortPair()) },
    });
    await waitFor(() => devFile(folder), { timeoutMs: 40_000 });
    const processes = processTree(npm.pid ?? 0);
    expect(processes.length).toBeGreaterThan(5);
    npm.kill("SIGKILL");
    expect(await waitFor(() => stillRunning(processes).length === 0 || undefined, { timeoutMs: 10_000 })).toBe(true);
    expect(await devFile(folder)).toBeUndefined();
  });

  test("with a sentence when a Worker's process dies", async () => {
    const folder = await projectFolder();
    const stack = startStack(folder, await freePortPair());
    await stack.serving();
    const processes = processTree(stack.pid);
    const worker = processes.find(({ pid }) => commandLine(pid).includes("worker-process.ts"));
    process.kill(worker?.pid ?? 0, "SIGKILL");
    expect(await stack.exited()).toBe(1);
    expect(stack.said()).toMatch(/The (API|dashboard) ended unexpectedly/);
    expect(stillRunning(processes)).toEqual([]);
  });
});

test("Postgres that dies is started again on the same address", async () => {
  const folder = await projectFolder();
  const stack = startStack(folder, await freePortPair());
  const served = await stack.serving();
  const url = served?.databaseUrl ?? "";
  await query(url, "create table kept as select 1 as a");
  const server = processTree(stack.pid).find(({ pid }) => commandLine(pid).includes("bin/postgres -D"));
  process.kill(server?.pid ?? 0, "SIGKILL");
  const rows = await waitFor(() => query(url, "select * from kept").catch(() => undefined), { timeoutMs: 20_000 });
  expect(rows).toEqual([{ a: 1 }]);
});

describe("a start that cannot be", () => {
  test("beside a running copy names its addresses and leaves it alone", async () => {
    const folder = await projectFolder();
    const port = await freePortPair();
    const first = startStack(folder, port);
    const served = await first.serving();
    const second = startStack(folder, await freePortPair());
    expect(await second.exited()).toBe(1);
    expect(second.said()).toContain(`already runs from this folder (process ${first.pid})`);
    expect(second.said()).toContain(served?.apiUrl);
    expect(second.said()).toContain(served?.dashboardUrl);
    expect(await devFile(folder)).toEqual(served);
  });

  test("names the taken port and STELA_PORT", async () => {
    const folder = await projectFolder();
    const port = await freePortPair();
    for (const taken of [port, port + 1]) {
      const other = createServer().listen(taken, "127.0.0.1");
      await once(other, "listening");
      const stack = startStack(folder, port);
      expect(await stack.exited()).toBe(1);
      expect(stack.said()).toMatch(new RegExp(`Port ${taken},.*is taken.*STELA_PORT=`, "s"));
      other.close();
      await once(other, "close");
    }
  });

  test("names a STELA_PORT that is none", async () => {
    const stack = startStack(await projectFolder(), 0, { STELA_PORT: "http" });
    expect(await stack.exited()).toBe(1);
    expect(stack.said()).toContain('STELA_PORT is "http"; it must be a number from 1 to 65534.');
  });

  test("on data of another version of PostgreSQL says so and changes nothing", async () => {
    const folder = await projectFolder();
    const data = path.join(folder, ".stela/postgres");
    await mkdir(path.join(data, "global"), { recursive: true });
    await writeFile(path.join(data, "PG_VERSION"), "15\n");
    await writeFile(path.join(data, "global/pg_control"), "");
    const stack = startStack(folder, await freePortPair());
    expect(await stack.exited()).toBe(1);
    expect(stack.said()).toMatch(/written by PostgreSQL 15/);
    expect((await readdir(data)).sort()).toEqual(["PG_VERSION", "global"]);
  });

  test.each([
    ["nonsense", /DATABASE_URL is not a URL/],
    ["postgresql://nobody@127.0.0.1:1/none", /127\.0\.0\.1:1\) cannot be reached/],
  ])("with the DATABASE_URL %s", async (url, sentence) => {
    const stack = startStack(await projectFolder(), await freePortPair(), { DATABASE_URL: url });
    expect(await stack.exited()).toBe(1);
    expect(stack.said()).toMatch(sentence);
  });
});

test("DATABASE_URL is used in place of a Postgres of our own", async () => {
  const admin = inject("postgresUrl");
  await query(admin, "create database given");
  const url = toDatabase(admin, "given");
  onTestFinished(() => query(admin, "drop database given with (force)").then(() => {}));
  const folder = await projectFolder();
  const stack = startStack(folder, await freePortPair(), { DATABASE_URL: url });
  expect((await stack.serving())?.databaseUrl).toBe(url);
  expect(await query(url, "select name from stela.organizations")).toEqual([{ name: "Demo" }]);
  expect(await readdir(path.join(folder, ".stela"))).not.toContain("postgres");
  stack.child.kill("SIGTERM");
  expect(await stack.exited()).toBe(0);
  expect(await query(admin, "select 1 as a")).toEqual([{ a: 1 }]);
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
