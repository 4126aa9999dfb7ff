import { chown, lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { LocalStackError } from "../local-stack-error.ts";
import type { RunAs } from "./run-as.ts";

/** Makes sure that Postgres, which insists on it, owns its folder: a root user gives it, another one is told. */
export async function ensureOwnership(dataDir: string, { owner }: RunAs): Promise<void> {
  const now = await lstat(dataDir).catch(() => undefined);
  const uid = owner?.uid ?? process.getuid?.();
  if (now === undefined || uid === undefined || now.uid === uid) return;
  if (owner !== undefined) return await giveAll(dataDir, owner);
  throw new LocalStackError(
    `${dataDir} belongs to another user (number ${now.uid}), as it does after a start as root. ` +
      `Start as that user, or take the folder over: sudo chown -R ${uid} ${dataDir}`,
  );
}

async function giveAll(file: string, owner: { uid: number; gid: number }): Promise<void> {
  await chown(file, owner.uid, owner.gid);
  if (!(await lstat(file)).isDirectory()) return;
  for (const name of await readdir(file)) await giveAll(path.join(file, name), owner);
}
