import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { commandLine, identify, isRunning, type ProcessIdentity } from "./identity.ts";

const POLL_MS = 500;
// npm writes its command over its own arguments (`npm start`, `npm exec pnpm@…`); others are a script given to node.
const PACKAGE_MANAGER = /^(npm|npx|pnpm)( |$)|^\S*node\S* (-\S+ )*\S*\b(npm|npx|pnpm|corepack)(-cli)?(\.c?m?js)? /;

/**
 * Calls back once when a package manager that started this process, or a shell between the two, is gone. `npm start`
 * passes a signal to its shell only, which ends and leaves the rest behind; whoever started npm may end at will.
 */
export function onStarterGone(callback: () => void): void {
  const starters = startersOf(process.pid);
  if (starters.length === 0) return;
  const timer = setInterval(() => {
    if (starters.every(isRunning)) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}

function startersOf(pid: number): ProcessIdentity[] {
  const ancestors: ProcessIdentity[] = [];
  let count = 0;
  for (let parent = parentOf(pid); parent !== undefined && parent > 1; parent = parentOf(parent)) {
    const identity = identify(parent);
    if (identity === undefined) break;
    ancestors.push(identity);
    if (PACKAGE_MANAGER.test(`${commandLine(parent)} `)) count = ancestors.length;
  }
  return ancestors.slice(0, count);
}

function parentOf(pid: number): number | undefined {
  try {
    if (process.platform !== "linux") {
      return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
