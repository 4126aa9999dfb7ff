import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { identify } from "../src/processes/identity.ts";
import { acquireLock, LockHeldError } from "../src/processes/lock.ts";
import { temporaryFolder } from "./support/folder.ts";

test("a lock is held by one until it is released", async () => {
  const file = path.join(await temporaryFolder(), "lock");
  const lock = acquireLock(file);
  expect(() => acquireLock(file)).toThrow(LockHeldError);
  lock.release();
  acquireLock(file).release();
  expect(existsSync(file)).toBe(false);
});

test("a holder that is gone, and one whose number another process has now, hold nothing", async () => {
  const file = path.join(await temporaryFolder(), "lock");
  const gone = spawnSync("true").pid;
  for (const holder of [{ pid: gone, startedAt: "1" }, { pid: process.pid, startedAt: "another time" }, "", {}]) {
    writeFileSync(file, JSON.stringify(holder));
    acquireLock(file).release();
  }
});

test("the refusal names the holder, and nothing is left beside the lock", async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, "lock");
  acquireLock(file);
  expect(() => acquireLock(file)).toThrow(expect.objectContaining({ owner: identify(process.pid) }));
  expect(readdirSync(folder)).toEqual(["lock"]);
});
