import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { identify, isRunning, type ProcessIdentity } from "./identity.ts";

export interface Lock {
  release(): void;
}

/** Thrown when another process, which still runs, holds the lock. */
export class LockHeldError extends Error {
  override readonly name = "LockHeldError";
  readonly owner: ProcessIdentity;

  constructor(file: string, owner: ProcessIdentity) {
    super(`${file} is held by process ${owner.pid}.`);
    this.owner = owner;
  }
}

/**
 * Takes a lock that names its holder in a file. A holder that was killed holds nothing: its file is taken over.
 * One process may not take the same lock twice.
 */
export function acquireLock(file: string): Lock {
  mkdirSync(path.dirname(file), { recursive: true });
  const own = identify(process.pid) ?? { pid: process.pid, startedAt: "unknown" };
  const claim = `${file}.${process.pid}`;
  writeFileSync(claim, JSON.stringify(own), { mode: 0o600 });
  try {
    // A link appears whole or not at all, so no reader ever sees a lock without its holder.
    while (!link(claim, file)) evictDeadHolder(file);
  } finally {
    rmSync(claim, { force: true });
  }
  return {
    release() {
      if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

/** Who holds the lock and still runs, if anyone. */
export function lockHolder(file: string): ProcessIdentity | undefined {
  const holder = readHolder(file);
  return holder !== undefined && isRunning(holder) ? holder : undefined;
}

function link(claim: string, file: string): boolean {
  try {
    linkSync(claim, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

// Two starters may find the same dead holder. Each moves the file aside and looks at what it moved, so that the slower
// one puts back the lock that the faster one has taken meanwhile.
function evictDeadHolder(file: string): void {
  const holder = lockHolder(file);
  if (holder !== undefined) throw new LockHeldError(file, holder);
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (lockHolder(aside) !== undefined) link(aside, file);
  rmSync(aside, { force: true });
}

function readHolder(file: string): ProcessIdentity | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof value !== "object" || value === null || !("pid" in value) || !("startedAt" in value)) return undefined;
    const { pid, startedAt } = value;
    return typeof pid === "number" && typeof startedAt === "string" ? { pid, startedAt } : undefined;
  } catch {
    return undefined;
  }
}
