import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process told apart from a later one with the same pid, by the moment it began. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** Who runs under this pid now, or undefined when nobody does. A zombie counts as nobody. */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!exists(pid)) return undefined;
  const startedAt = process.platform === "linux" ? startOnLinux(pid) : ps(pid, "lstart=");
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Whether that very process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** The command line of a process with its arguments joined by spaces, or "" when it is gone or not ours to see. */
export function commandLine(pid: number): string {
  if (process.platform !== "linux") return ps(pid, "command=") ?? "";
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

// The start is counted in ticks since boot, so the boot is named too: a reboot starts the count and the pids anew.
function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}
