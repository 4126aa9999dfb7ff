import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { writeDemo } from "./demo/write-demo.ts";
import { LocalStackError } from "./local-stack-error.ts";
import { appUrl, dashboardDatabaseUrl, migrate } from "./migrate.ts";
import { startNeonEndpoint } from "./neon-endpoint.ts";
import { acquireLock, type Lock, LockHeldError } from "./processes/lock.ts";
import { freePort, isPortFree } from "./processes/port.ts";
import { waitFor } from "./processes/wait.ts";
import { seedOrganization, seedPerson } from "./seed.ts";
import { externalDatabase, ownDatabase, type StackDatabase } from "./stack/database.ts";
import { environmentFile } from "./stack/environment-file.ts";
import { type DevFile, LOCAL_SHARD, StateFolder } from "./stack/state-folder.ts";
import { type RunningWorker, startWorker } from "./stack/worker.ts";

export interface StackOptions {
  /** The repository: `apps/api` and `apps/dashboard` are served from it, and `.stela` is kept in it. */
  readonly root: string;
  /** Of the API; the dashboard takes the next one. */
  readonly port: number;
  /** A Postgres 17 or newer to use instead of starting one. */
  readonly databaseUrl: string | undefined;
  /** Told in a few words what is being done. */
  readonly onProgress: (step: string) => void;
  /** Makes the start give up and undo what it did. */
  readonly signal: AbortSignal;
  /** How the API reaches Claude, by the names of its variables. */
  readonly claude?: Readonly<Record<string, string>>;
}

export interface RunningStack {
  readonly devFile: DevFile;
  /** Settles with a sentence when a part ends unasked. The rest still runs: the caller stops it. */
  readonly failed: Promise<LocalStackError>;
}

/**
 * Starts the database, the endpoint and both Workers, and says where they are in `.stela/dev.json` once they serve.
 * Everything started is pushed onto `started` and is to be stopped by stopStack, also when this throws.
 */
export async function startStack(options: StackOptions, started: Stoppable[]): Promise<RunningStack> {
  const { root, port, onProgress, signal } = options;
  const state = new StateFolder(root);
  started.push(lockState(state));
  state.removeDevFile();
  await refuseTakenPorts(port);
  const secrets = state.secrets();

  onProgress(options.databaseUrl === undefined ? "Starting PostgreSQL" : "Connecting to DATABASE_URL");
  const database = await openDatabase(options.databaseUrl, state);
  started.push(database);
  const endpoint = await startNeonEndpoint();
  started.push({ stop: () => endpoint.close() });
  signal.throwIfAborted();

  onProgress("Migrating");
  const { appPassword, dashboardPassword } = secrets;
  await migrate({ databaseUrl: database.url, appPassword, dashboardPassword });
  const isUnwritten = await seedOrganization(database.url, secrets);
  signal.throwIfAborted();

  onProgress("Starting the API and the dashboard");
  const [api, dashboard] = await startWorkers(options, state, {
    api: {
      ...options.claude,
      DATABASE_URL: appUrl(database.url, appPassword),
      DATABASE_FETCH_ENDPOINT: endpoint.url,
      SIGNING_SECRET: secrets.signingSecret,
    },
    dashboard: {
      DATABASE_URL: dashboardDatabaseUrl(database.url, dashboardPassword),
      DATABASE_FETCH_ENDPOINT: endpoint.url,
      SESSION_SECRET: secrets.sessionSecret,
      SHARD: LOCAL_SHARD,
    },
  });
  started.push(api, dashboard);
  const failed = Promise.race([database.failed, api.failed, dashboard.failed]);
  await Promise.race([
    Promise.all([api.untilHealthy(), dashboard.untilHealthy()]),
    failed.then((error) => Promise.reject(error)),
    aborted(signal),
  ]);
  if (isUnwritten) await writeDemo(api.url, secrets.apiKey);
  await seedPerson(database.url, dashboard.url, secrets);

  const { apiKey, email, password } = secrets;
  const devFile = { apiUrl: api.url, apiKey, dashboardUrl: dashboard.url, databaseUrl: database.url, email, password };
  signal.throwIfAborted();
  state.writeDevFile(devFile);
  started.push({ stop: async () => state.removeDevFile() });
  return { devFile, failed };
}

export interface Stoppable {
  stop(): Promise<void>;
}

/** Stops the parts in the reverse order of their start; one that resists does not keep the others from it. */
export async function stopStack(started: Stoppable[]): Promise<void> {
  for (let part = started.pop(); part !== undefined; part = started.pop()) {
    await part.stop().catch(() => {});
  }
}

function lockState(state: StateFolder): Stoppable {
  let lock: Lock;
  try {
    lock = acquireLock(state.file("lock"));
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    const running = state.readDevFile();
    const { pid } = error.owner;
    const where =
      running === undefined ? "It is still starting." : `API: ${running.apiUrl}  Dashboard: ${running.dashboardUrl}`;
    throw new LocalStackError(
      `Stela already runs from this folder (process ${pid}). ${where}\n` +
        `Use that one, or stop it with Ctrl-C in its terminal or with: kill ${pid}`,
    );
  }
  return { stop: async () => lock.release() };
}

async function refuseTakenPorts(port: number): Promise<void> {
  for (const [needed, title] of [
    [port, "API"],
    [port + 1, "dashboard"],
  ] as const) {
    // A copy that was killed a moment ago may still be closing.
    if (await waitFor(async () => (await isPortFree(needed)) || undefined, { timeoutMs: 2_000, everyMs: 100 }))
      continue;
    throw new LocalStackError(
      `Port ${needed}, which the ${title} needs, is taken by another program. Stop that one, or choose another pair of ` +
        `ports with STELA_PORT: STELA_PORT=${port + 100} npm start`,
    );
  }
}

async function openDatabase(url: string | undefined, state: StateFolder): Promise<StackDatabase> {
  return url === undefined ? await ownDatabase(state.file("postgres")) : await externalDatabase(url);
}

async function startWorkers(
  { root, port }: StackOptions,
  state: StateFolder,
  values: Readonly<Record<"api" | "dashboard", Record<string, string>>>,
): Promise<[RunningWorker, RunningWorker]> {
  const registryDir = state.file("registry");
  rmSync(registryDir, { recursive: true, force: true }); // Killed Workers stay listed, and would be called.
  mkdirSync(registryDir);
  const start = async (title: string, name: string, workerPort: number, secrets: Record<string, string>) =>
    startWorker({
      title,
      folder: path.join(root, "apps", name),
      port: workerPort,
      inspectorPort: await freePort(),
      envFile: state.write(`${name}.env`, environmentFile(secrets)),
      logFile: state.file(`${name}.log`),
      stateDir: state.file("wrangler", name),
      registryDir,
    });
  const api = await start("API", "api", port, values.api);
  const dashboard = await start("dashboard", "dashboard", port + 1, values.dashboard);
  return [api, dashboard];
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
