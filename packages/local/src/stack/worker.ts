import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { LocalStackError } from "../local-stack-error.ts";
import { endGuarded, type GuardedProcess, spawnGuarded } from "../processes/guarded.ts";
import { waitFor } from "../processes/wait.ts";

const START_TIMEOUT_MS = 90_000;
const STOP_GRACE_MS = 5_000;
const PROCESS = path.join(import.meta.dirname, "worker-process.ts");
const CONFIGURATIONS = ["wrangler.jsonc", "wrangler.json", "wrangler.toml"];

/** What is passed to the process of a Worker; on its command line, so no secrets. */
export interface WorkerProcessOptions {
  readonly configuration: string;
  readonly port: number;
  readonly inspectorPort: number;
  /** Of the secrets, in the form of a `.env` file. */
  readonly envFile: string;
  readonly stateDir: string;
  /** Where running Workers find each other for service bindings. */
  readonly registryDir: string;
}

export interface WorkerOptions extends Omit<WorkerProcessOptions, "configuration"> {
  /** As people call it: "API", "dashboard". */
  readonly title: string;
  /** The folder with the Worker's wrangler configuration. */
  readonly folder: string;
  readonly logFile: string;
}

export interface RunningWorker {
  readonly url: string;
  /** Settles with a sentence when the Worker ends unasked. */
  readonly failed: Promise<LocalStackError>;
  /** Returns when `/healthz` answers 200. */
  untilHealthy(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs a Worker as `wrangler dev` does, rebuilt at each change of its files, with no access to the network and its output in a log file. */
export function startWorker(options: WorkerOptions): RunningWorker {
  const log = openSync(options.logFile, "w", 0o600);
  const running = spawnGuarded({
    file: process.execPath,
    args: ["--no-warnings", PROCESS, JSON.stringify(processOptions(options))],
    cwd: options.folder,
    env: wranglerEnvironment(options),
    stdio: ["ignore", log, log, "ipc"],
    reach: "group",
    stopSignal: "SIGTERM",
  });
  closeSync(log);
  const url = `http://127.0.0.1:${options.port}`;
  let isStopping = false;
  return {
    url,
    failed: new Promise((resolve) => {
      void running.exited.then(() => {
        if (!isStopping) resolve(failure(options, "ended unexpectedly"));
      });
    }),
    async untilHealthy() {
      const isHealthy = await waitFor(async () => running.hasExited() || (await answers(url)) || undefined, {
        timeoutMs: START_TIMEOUT_MS,
        everyMs: 100,
      });
      if (isHealthy === undefined)
        throw failure(options, `did not answer ${url}/healthz in ${START_TIMEOUT_MS / 1000} s`);
    },
    async stop() {
      isStopping = true;
      await end(running);
    },
  };
}

async function end(running: GuardedProcess): Promise<void> {
  if (running.child.connected) running.child.send("end");
  await waitFor(() => running.hasExited() || undefined, { timeoutMs: STOP_GRACE_MS });
  await endGuarded(running, "SIGTERM", 1_000);
  running.signal("SIGKILL"); // Reaches what a wrangler that ended in disorder left in its group.
}

function processOptions(options: WorkerOptions): WorkerProcessOptions {
  const { folder, port, inspectorPort, envFile, stateDir, registryDir } = options;
  const configuration = CONFIGURATIONS.map((name) => path.join(folder, name)).find((file) => existsSync(file));
  if (configuration === undefined) throw new LocalStackError(`${folder} has no wrangler.jsonc.`);
  return { configuration, port, inspectorPort, envFile, stateDir, registryDir };
}

function wranglerEnvironment({ registryDir }: WorkerOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_REGISTRY_PATH: registryDir,
    NO_COLOR: "1",
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function failure({ title, logFile }: WorkerOptions, what: string): LocalStackError {
  const tail = readFileSync(logFile, "utf8").trim().split("\n").slice(-20).join("\n");
  return new LocalStackError(`The ${title} ${what}. The end of ${logFile}:\n${tail}`);
}
