import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { onTestFinished } from "vitest";
import { freePort, isPortFree } from "../../src/processes/port.ts";
import { waitFor } from "../../src/processes/wait.ts";
import type { DevFile } from "../../src/stack/state-folder.ts";
import { temporaryFolder } from "./folder.ts";

const PROGRAM = path.join(import.meta.dirname, "../../src/cli/start.ts");
const WORKERS = path.join(import.meta.dirname, "../fixtures/workers");

export interface StartedStack {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Everything said so far. */
  said(): string;
  /** The content of dev.json, once it is there; undefined when the program ended before. */
  serving(): Promise<DevFile | undefined>;
  exited(): Promise<number | null>;
}

/** A folder with Workers that stand in for ours, as small as they can be. */
export async function projectFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(WORKERS, folder, { recursive: true });
  return folder;
}

export function startStack(folder: string, port: number, env: Record<string, string> = {}): StartedStack {
  const child = spawn(process.execPath, [PROGRAM, folder], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DATABASE_URL: "", STELA_PORT: String(port), ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  return {
    child,
    pid: child.pid ?? 0,
    said: () => output,
    async serving() {
      const isServing = () => output.includes("Stela is running") || child.exitCode !== null || undefined;
      await waitFor(isServing, { timeoutMs: 50_000 });
      return await devFile(folder);
    },
    exited: () => exited,
  };
}

export async function devFile(folder: string): Promise<DevFile | undefined> {
  const text = await readFile(path.join(folder, ".stela/dev.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as DevFile);
}

/** A port that is free together with the one after it. */
export async function freePortPair(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port < 65_535 && (await isPortFree(port + 1))) return port;
  }
}
