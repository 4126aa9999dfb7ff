import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { LocalStackError } from "../local-stack-error.ts";
import { endGuarded, type GuardedProcess, spawnGuarded } from "../processes/guarded.ts";
import { waitFor } from "../processes/wait.ts";

const START_TIMEOUT_MS = 90_000;
const STOP_GRACE_MS = 5_000;
const CONFIGURATIONS = ["wrangler.jsonc", "wrangler.json", "wrangler.toml"];

export interface WorkerOptions {
  /** As people call it: "API", "dashboard". */
  readonly title: string;
  /** The folder with the Worker's wrangler configuration. */
  readonly folder: string;
  readonly port: number;
  readonly inspectorPort: number;
  /** Of the secrets, in the form of a `.env` file. */
  readonly envFile: string;
  readonly logFile: string;
  readonly stateDir: string;
  /** Where running Workers find each other for service bindings. */
  readonly registryDir: string;
}

export interface RunningWorker {
  readonly url: string;
  /** Settles with a sentence when the Worker ends unasked. */
  readonly failed: Promise<LocalStackError>;
  /** Returns when `/healthz` answers 200. */
  untilHealthy(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs a Worker under `wrangler dev`, with no access to the network and its output in a log file. */
export function startWorker(options: WorkerOptions): RunningWorker {
  const log = openSync(options.logFile, "w", 0o600);
  const running = spawnGuarded({
    file: process.execPath,
    args: ["--no-warnings", wranglerCli(), "dev", ...wranglerFlags(options)],
    cwd: options.folder,
    env: wranglerEnvironment(options),
    stdio: ["ignore", log, log],
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

// wrangler ends workerd when it is told to end; the last blow reaches what it may have left behind.
async function end(running: GuardedProcess): Promise<void> {
  await endGuarded(running, "SIGTERM", STOP_GRACE_MS);
  running.signal("SIGKILL");
}

function wranglerFlags(options: WorkerOptions): string[] {
  const configuration = CONFIGURATIONS.map((name) => path.join(options.folder, name)).find((file) => existsSync(file));
  if (configuration === undefined) throw new LocalStackError(`${options.folder} has no wrangler.jsonc.`);
  return [
    `--config=${configuration}`,
    "--ip=127.0.0.1",
    `--port=${options.port}`,
    `--inspector-port=${options.inspectorPort}`,
    `--env-file=${options.envFile}`,
    `--persist-to=${options.stateDir}`,
    "--show-interactive-dev-session=false",
  ];
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

function wranglerCli(): string {
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve("wrangler/package.json")), "wrangler-dist/cli.js");
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
