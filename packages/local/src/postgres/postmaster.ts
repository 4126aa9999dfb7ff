import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { LocalStackError } from "../local-stack-error.ts";
import { commandLine, identify } from "../processes/identity.ts";
import { waitFor } from "../processes/wait.ts";

/** What `postmaster.pid` says of the server on a data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** Reads `postmaster.pid`, whose lines pg_ctl reads in the same way; undefined when there is none. */
export function readPostmaster(dataDir: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(dataDir, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), isReady: lines[7]?.trim() === "ready" };
}

/**
 * Ends a server that an earlier, killed copy left running on this folder, in the orderly way first; and removes the pid
 * file of one that is gone, whose number may belong to another program by now. The caller holds the lock of the folder.
 */
export async function clearLeftover(dataDir: string): Promise<void> {
  const leftover = readPostmaster(dataDir);
  if (leftover === undefined) return;
  const isGone = () => (isPostmasterOf(dataDir, leftover.pid) ? undefined : true);
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (isGone()) break;
    process.kill(leftover.pid, signal);
    await waitFor(isGone, { timeoutMs: 15_000 });
  }
  if (!isGone()) {
    throw new LocalStackError(
      `A PostgreSQL (process ${leftover.pid}) still runs on ${dataDir} and cannot be stopped. End it and start again.`,
    );
  }
  rmSync(path.join(dataDir, "postmaster.pid"), { force: true });
}

function isPostmasterOf(dataDir: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid || identify(pid) === undefined) return false;
  const command = commandLine(pid);
  return command.includes("postgres") && command.includes(dataDir);
}
