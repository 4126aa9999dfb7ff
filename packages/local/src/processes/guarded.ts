import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";

export interface GuardedOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly stdio: StdioOptions;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** Whether signals go to the child alone or to every process it started. */
  readonly reach: "process" | "group";
  /** What ends the child in an orderly way; also what it is sent when this process is killed. */
  readonly stopSignal: "SIGINT" | "SIGTERM";
  /** A temporary folder that is deleted if this process is killed before it could do so. */
  readonly deleteIfKilled?: string;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface GuardedProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  readonly exited: Promise<ProcessExit>;
  hasExited(): boolean;
  signal(signal: NodeJS.Signals): void;
}

// Waits for the end of its input, which comes when the process that holds the other end is gone, however it went.
const GUARD_SCRIPT = `
trap '' INT TERM HUP
read -r _
kill -s "$1" -- "$2" 2>/dev/null
tries=0
while kill -s 0 -- "$2" 2>/dev/null && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL -- "$2" 2>/dev/null
[ -z "$3" ] || rm -rf -- "$3"
`;

/**
 * Starts a child in a session of its own, so that a terminal's Ctrl-C reaches it only through us and in our order, and
 * beside it a small shell that ends the child if this process is killed with no chance to do it itself.
 */
export function spawnGuarded(options: GuardedOptions): GuardedProcess {
  const child = spawn(options.file, options.args, {
    stdio: options.stdio,
    env: options.env,
    detached: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  });
  const exited = exit(child);
  const pid = child.pid;
  if (pid === undefined) return { pid: 0, child, exited, hasExited: () => true, signal: () => {} };
  const target = options.reach === "group" ? -pid : pid;
  const guard = startGuard(target, options);
  let isOver = false;
  void exited.then(() => {
    isOver = true;
    guard.kill("SIGKILL");
  });
  return { pid, child, exited, hasExited: () => isOver, signal: (signal) => send(target, signal) };
}

/** Ends a child in the orderly way, and by force when it has not ended after graceMs. */
export async function endGuarded(running: GuardedProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  if (running.hasExited()) return;
  running.signal(signal);
  const force = setTimeout(() => running.signal("SIGKILL"), graceMs);
  await running.exited;
  clearTimeout(force);
}

function startGuard(target: number, options: GuardedOptions): ChildProcess {
  const signalName = options.stopSignal.slice("SIG".length);
  const args = ["-c", GUARD_SCRIPT, "guard", signalName, String(target), options.deleteIfKilled ?? ""];
  const guard = spawn("/bin/sh", args, { stdio: ["pipe", "ignore", "ignore"], detached: true, env: process.env });
  guard.on("error", () => {});
  guard.unref();
  const input = guard.stdin;
  input?.on("error", () => {});
  if (input !== null && "unref" in input && typeof input.unref === "function") input.unref();
  return guard;
}

async function exit(child: ChildProcess): Promise<ProcessExit> {
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return { code, signal };
  } catch {
    return { code: null, signal: null }; // It could not be started at all.
  }
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
