import { closeSync, openSync, readFileSync } from "node:fs";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { endGuarded, type GuardedProcess, spawnGuarded } from "./processes/guarded.ts";
import { freePort } from "./processes/port.ts";
import { waitFor } from "./processes/wait.ts";

const START_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 5_000;

export interface RunningWorkerd {
  readonly url: string;
  /** For fault tests: ends it with SIGKILL and returns when it has ended. */
  kill(): Promise<void>;
  /** Serves again, at the same address, what was killed. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Bundles a Worker as a deployment does and serves it by plain `workerd`, without the proxies of `wrangler dev`. */
export function serveWorker(entry: string, env: Readonly<Record<string, string>>): Promise<RunningWorkerd> {
  return serve(env, async (outfile) => {
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2024",
      conditions: ["workerd", "worker", "browser"],
      external: ["node:*", "cloudflare:*"],
      logLevel: "error",
    });
  });
}

/** Serves by plain `workerd` the one file that a bundler, such as wrangler's, has made of a Worker. */
export function serveBundle(bundle: string, env: Readonly<Record<string, string>>): Promise<RunningWorkerd> {
  return serve(env, (outfile) => copyFile(bundle, outfile));
}

async function serve(
  env: Readonly<Record<string, string>>,
  makeModule: (outfile: string) => Promise<void>,
): Promise<RunningWorkerd> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-workerd-"));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    await makeModule(path.join(folder, "worker.js"));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await writeFile(path.join(folder, "config.capnp"), configuration(port, env), { mode: 0o600 });
    let running = await start(folder, url);
    return {
      url,
      async kill() {
        running.signal("SIGKILL");
        await running.exited;
      },
      async restart() {
        running = await start(folder, url);
      },
      async stop() {
        await endGuarded(running, "SIGTERM", STOP_GRACE_MS);
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function start(folder: string, url: string): Promise<GuardedProcess> {
  const logFile = path.join(folder, "workerd.log");
  const log = openSync(logFile, "w", 0o600);
  const running = spawnGuarded({
    file: workerdBinary(),
    args: ["serve", path.join(folder, "config.capnp")],
    stdio: ["ignore", log, log],
    env: process.env,
    reach: "process",
    stopSignal: "SIGTERM",
    deleteIfKilled: folder,
  });
  closeSync(log);
  const isListening = await waitFor(async () => running.hasExited() || (await answers(url)) || undefined, {
    timeoutMs: START_TIMEOUT_MS,
  });
  if (isListening !== undefined && !running.hasExited()) return running;
  await endGuarded(running, "SIGTERM", STOP_GRACE_MS);
  throw new Error(`workerd does not answer at ${url}. It said:\n${readFileSync(logFile, "utf8")}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function configuration(port: number, env: Readonly<Record<string, string>>): string {
  const bindings = Object.entries(env).map(([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-08-01",
      compatibilityFlags = ["nodejs_compat"],
      bindings = [${bindings.join(", ")}],
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** Of the package, which is the date up to which it knows compatibility dates. */
export function workerdVersion(): string {
  const { version } = JSON.parse(readFileSync(workerdManifest(), "utf8")) as { version: string };
  return version;
}

function workerdBinary(): string {
  return path.join(path.dirname(workerdManifest()), "bin/workerd");
}

function workerdManifest(): string {
  const require = createRequire(import.meta.url);
  return require.resolve("workerd/package.json");
}
