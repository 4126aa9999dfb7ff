import { execFileSync } from "node:child_process";
import { identify, isRunning, type ProcessIdentity } from "../../src/processes/identity.ts";

/** A process and everything beneath it, as it is now. */
export function processTree(pid: number): ProcessIdentity[] {
  const children = new Map<number, number[]>();
  for (const line of execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n")) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const all = (root: number): number[] => [root, ...(children.get(root) ?? []).flatMap(all)];
  return all(pid).flatMap((member) => identify(member) ?? []);
}

export function stillRunning(processes: readonly ProcessIdentity[]): ProcessIdentity[] {
  return processes.filter(isRunning);
}
