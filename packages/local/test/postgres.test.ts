import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { type RunningPostgres, startPostgres } from "../src/postgres.ts";
import { identify, isRunning } from "../src/processes/identity.ts";
import { waitFor } from "../src/processes/wait.ts";
import { temporaryFolder } from "./support/folder.ts";

const fast = ["-c", "fsync=off"];

async function start(dataDir: string, port?: number): Promise<RunningPostgres> {
  const postgres = await startPostgres({ dataDir, extraFlags: fast, ...(port === undefined ? {} : { port }) });
  onTestFinished(() => postgres.stop());
  return postgres;
}

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

/** Another copy of us with a Postgres on the folder. */
async function startElsewhere(dataDir: string): Promise<{ copy: ChildProcess; pid: number; url: string }> {
  const program = path.join(import.meta.dirname, "support/start-postgres.ts");
  const copy = spawn(process.execPath, [program, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void copy.kill("SIGKILL"));
  if (copy.stdout === null) throw new Error("No output.");
  const [said] = (await once(copy.stdout, "data")) as [Buffer];
  return { copy, ...(JSON.parse(said.toString()) as { pid: number; url: string }) };
}

async function kill(copy: ChildProcess): Promise<void> {
  copy.kill("SIGKILL");
  await once(copy, "exit");
}

describe("a data folder", () => {
  test("is made at the first start and kept for the next, its password with it", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    const first = await start(dataDir);
    await query(first.url, "create table kept as select 1 as a");
    await first.stop();
    expect(isRunning({ pid: first.pid, startedAt: "" })).toBe(false);
    const second = await start(dataDir);
    expect(await query(second.url, "select * from kept")).toEqual([{ a: 1 }]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  test("half made by an initdb that died is made anew", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    await mkdir(path.join(dataDir, "base/1"), { recursive: true });
    await mkdir(path.join(dataDir, "pg_wal"));
    await writeFile(path.join(dataDir, "PG_VERSION"), "18\n");
    await writeFile(path.join(dataDir, "postgresql.conf"), "");
    await mkdir(`${dataDir}.unfinished-1`);
    const postgres = await start(dataDir);
    expect(await query(postgres.url, "select 1 as a")).toEqual([{ a: 1 }]);
    expect(await readdir(path.dirname(dataDir))).toEqual(["postgres", "postgres.lock", "postgres.log"]);
  });

  test("that is empty is filled", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    await mkdir(dataDir);
    expect(await query((await start(dataDir)).url, "select 1 as a")).toEqual([{ a: 1 }]);
  });

  test("of something else is left alone", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, "thesis.txt"), "irreplaceable");
    await expect(start(dataDir)).rejects.toThrow(/not a folder of PostgreSQL data: it holds thesis.txt/);
    expect(await readFile(path.join(dataDir, "thesis.txt"), "utf8")).toBe("irreplaceable");
  });

  test("of another major version is left alone, with a way out", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    await (await start(dataDir)).stop();
    await writeFile(path.join(dataDir, "PG_VERSION"), "16\n");
    await expect(start(dataDir)).rejects.toThrow(
      /written by PostgreSQL 16.*18.*Nothing was changed.*mv .*DATABASE_URL/s,
    );
    await writeFile(path.join(dataDir, "PG_VERSION"), "18\n");
    expect(await query((await start(dataDir)).url, "select 1 as a")).toEqual([{ a: 1 }]);
  });

  test("that was whole and lost files is left alone", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    await (await start(dataDir)).stop();
    await rm(path.join(dataDir, "PG_VERSION"));
    await expect(start(dataDir)).rejects.toThrow(/damaged.*Nothing was changed/s);
    expect((await stat(path.join(dataDir, "base"))).isDirectory()).toBe(true);
  });

  test("whose server cannot start is reported with what the server said", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    const flags = ["-c", "shared_buffers=nonsense"];
    await expect(startPostgres({ dataDir, extraFlags: [...fast, ...flags] })).rejects.toThrow(
      /did not start.*nonsense/s,
    );
    await start(dataDir);
  });
});

describe("after a kill", () => {
  test("of the server the next start recovers what was committed, on the same port", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    const first = await startPostgres({ dataDir });
    await query(first.url, "create table kept as select 1 as a");
    await first.kill("SIGKILL");
    await expect(query(first.url, "select 1")).rejects.toThrow();
    const second = await start(dataDir, first.port);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "select * from kept")).toEqual([{ a: 1 }]);
  });

  test("of the server the next start waits for a session that is still busy", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    const first = await startPostgres({ dataDir });
    const busy = "do $$ begin while clock_timestamp() < now() + interval '3 seconds' loop end loop; end $$ /* busy */";
    const work = query(first.url, busy).catch(() => {});
    const isBusy = "select from pg_stat_activity where query like '%busy%' and pid <> pg_backend_pid()";
    await waitFor(async () => (await query(first.url, isBusy))[0], { timeoutMs: 30_000 });
    await first.kill("SIGKILL");
    const second = await start(dataDir, first.port);
    expect(await query(second.url, "select 1 as a")).toEqual([{ a: 1 }]);
    await work;
  });

  test("of our process the server ends in good order by itself", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    const { copy, pid } = await startElsewhere(dataDir);
    const server = identify(pid);
    if (server === undefined) throw new Error("It does not run.");
    await kill(copy);
    expect(await waitFor(() => !isRunning(server) || undefined, { timeoutMs: 10_000 })).toBe(true);
    expect(await readFile(`${dataDir}.log`, "utf8")).toMatch(/database system is shut down/);
  });

  test("of our process the next start does not wait for that", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    const { copy, url } = await startElsewhere(dataDir);
    await query(url, "create table kept as select 1 as a");
    await kill(copy);
    expect(await query((await start(dataDir)).url, "select * from kept")).toEqual([{ a: 1 }]);
  });

  test("of everything, a server that was left running is stopped first", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    const first = await start(dataDir);
    await query(first.url, "create table kept as select 1 as a");
    await writeFile(`${dataDir}.lock`, JSON.stringify({ pid: 1, startedAt: "long ago" }));
    const second = await start(dataDir);
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second.url, "select * from kept")).toEqual([{ a: 1 }]);
  });

  test.each([
    ["nobody", 4_194_303],
    ["another program", process.pid],
    ["the first program of the machine", 1],
  ])("a stale postmaster.pid that names %s is no obstacle", async (_, pid) => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    await (await start(dataDir)).stop();
    await writeFile(path.join(dataDir, "postmaster.pid"), `${pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n\nready\n`);
    expect(await query((await start(dataDir)).url, "select 1 as a")).toEqual([{ a: 1 }]);
    expect(isRunning(identify(process.pid) ?? { pid: 0, startedAt: "" })).toBe(true);
  });
});

describe("at the same time", () => {
  test("two copies on one folder: the second is told which process has it", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    const { copy, url } = await startElsewhere(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      new RegExp(`in use by another copy of Stela \\(process ${copy.pid}\\)`),
    );
    expect(await query(url, "select 1 as a")).toEqual([{ a: 1 }]);
  });

  test("two copies on two folders run beside each other", async () => {
    const folder = await temporaryFolder();
    const [one, two] = await Promise.all([start(path.join(folder, "one")), start(path.join(folder, "two"))]);
    expect(one.port).not.toBe(two.port);
    expect(await query(two.url, "select 1 as a")).toEqual([{ a: 1 }]);
  });

  test("another program on the port is named as the obstacle", async () => {
    const dataDir = path.join(await temporaryFolder(), "postgres");
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const address = other.address();
    if (typeof address !== "object" || address === null) throw new Error("No port.");
    await expect(start(dataDir, address.port)).rejects.toThrow(`cannot listen on port ${address.port}: it is taken`);
  });
});

test("a folder moved elsewhere starts there", async () => {
  const folder = await temporaryFolder();
  await (await start(path.join(folder, "one"))).stop();
  await cp(path.join(folder, "one"), path.join(folder, "two"), { recursive: true });
  expect(await query((await start(path.join(folder, "two"))).url, "select 1 as a")).toEqual([{ a: 1 }]);
});

test("only this machine can connect", async () => {
  const postgres = await start(path.join(await temporaryFolder(), "postgres"));
  expect(await query(postgres.url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  const wrong = new URL(postgres.url);
  wrong.password = "wrong";
  await expect(query(wrong.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
});
