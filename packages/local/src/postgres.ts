import { closeSync, mkdirSync, openSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { LocalStackError } from "./local-stack-error.ts";
import { postgresBinaries } from "./postgres/binaries.ts";
import { prepareDataFolder, SUPERUSER } from "./postgres/data-folder.ts";
import { postgresEnvironment } from "./postgres/environment.ts";
import { clearLeftover, readPostmaster } from "./postgres/postmaster.ts";
import { runAs } from "./postgres/run-as.ts";
import { endGuarded, type GuardedProcess, type ProcessExit, spawnGuarded } from "./processes/guarded.ts";
import { acquireLock, type Lock, LockHeldError } from "./processes/lock.ts";
import { freePort, isPortFree } from "./processes/port.ts";
import { waitFor } from "./processes/wait.ts";

const DATABASE = "stela";
const START_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 30_000;
const ORPHANS_END_MS = 30_000;
const ORPHANS_MESSAGE = "pre-existing shared memory block";

export interface PostgresOptions {
  /** Made when it is missing. Beside it stand its `.log` (of the last run) and its `.lock`. */
  readonly dataDir: string;
  /** Any free one when it is left out. */
  readonly port?: number;
  /** The superuser's, used when the folder is made and kept in it; random when it is left out. */
  readonly password?: string;
  /** Arguments of `postgres`, such as `-c`, `fsync=off`. */
  readonly extraFlags?: readonly string[];
  /** A temporary folder that is deleted if this process is killed. */
  readonly deleteIfKilled?: string;
}

export interface RunningPostgres {
  /** The superuser's, to the database `stela`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly logFile: string;
  /** Settles when the server is gone, asked or not. */
  readonly exited: Promise<ProcessExit>;
  /** Ends sessions, writes everything down, and ends; returns when it has. */
  stop(): Promise<void>;
  /** For fault tests: sends the signal to the server's first process and returns when that has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts the PostgreSQL of the npm package on a folder, whatever an earlier copy left there, and returns when it takes
 * connections. It listens on 127.0.0.1 only. It ends with this process, even when that is killed.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  mkdirSync(path.dirname(path.resolve(options.dataDir)), { recursive: true });
  const dataDir = path.join(realpathSync(path.dirname(path.resolve(options.dataDir))), path.basename(options.dataDir));
  const lock = lockFolder(dataDir);
  try {
    return await start(dataDir, options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function start(dataDir: string, options: PostgresOptions, lock: Lock): Promise<RunningPostgres> {
  const binaries = postgresBinaries();
  const user = runAs([binaries.postgres, dataDir]);
  const flags = options.extraFlags ?? [];
  await clearLeftover(dataDir);
  const isDurable = !flags.some((flag) => flag.includes("fsync=off"));
  const password = await prepareDataFolder({ dataDir, password: options.password, isDurable, binaries, runAs: user });
  const port = options.port ?? (await freePort());
  if (!(await isPortFree(port))) throw new LocalStackError(`PostgreSQL cannot listen on port ${port}: it is taken.`);
  const logFile = `${dataDir}.log`;
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "timezone=UTC", "log_timezone=UTC"];
  const args = ["-D", dataDir, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting]), ...flags];
  const spawnServer = () => {
    const log = openSync(logFile, "w", 0o600);
    const server = spawnGuarded({
      ...user.command(binaries.postgres, args),
      env: postgresEnvironment(),
      stdio: ["ignore", log, log],
      reach: "process",
      stopSignal: "SIGINT",
      ...(options.deleteIfKilled === undefined ? {} : { deleteIfKilled: options.deleteIfKilled }),
    });
    closeSync(log);
    return server;
  };
  const running = await startServer(spawnServer, dataDir, logFile);
  void running.exited.then(() => lock.release());
  const urlOf = (database: string) =>
    `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  try {
    await createDatabase(urlOf("postgres"));
  } catch (error) {
    await endGuarded(running, "SIGINT", STOP_GRACE_MS);
    throw error;
  }
  return {
    url: urlOf(DATABASE),
    port,
    pid: running.pid,
    logFile,
    exited: running.exited,
    stop: () => endGuarded(running, "SIGINT", STOP_GRACE_MS),
    async kill(signal) {
      running.signal(signal);
      await running.exited;
    },
  };
}

function lockFolder(dataDir: string): Lock {
  try {
    return acquireLock(`${dataDir}.lock`);
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new LocalStackError(
      `The data in ${dataDir} is in use by another copy of Stela (process ${error.owner.pid}). Stop that one first.`,
    );
  }
}

/**
 * Starts the server and returns when it takes connections. The sessions of one that was killed end by themselves, each at the end of
 * its statement; until then the next server refuses to start, and is started again.
 */
async function startServer(
  spawnServer: () => GuardedProcess,
  dataDir: string,
  logFile: string,
): Promise<GuardedProcess> {
  const deadline = performance.now() + ORPHANS_END_MS;
  for (;;) {
    const running = spawnServer();
    if (await becomesReady(running, dataDir)) return running;
    const said = readFileSync(logFile, "utf8").replaceAll("\0", "").trim(); // Orphans write on behind what was cut off.
    if (!said.includes(ORPHANS_MESSAGE) || performance.now() >= deadline) {
      const tail = said.split("\n").slice(-8).join("\n");
      throw new LocalStackError(`PostgreSQL did not start on ${dataDir}. It said (${logFile}):\n${tail}`);
    }
    await sleep(100);
  }
}

async function becomesReady(running: GuardedProcess, dataDir: string): Promise<boolean> {
  const state = await waitFor(
    () => {
      if (running.hasExited()) return "ended";
      const postmaster = readPostmaster(dataDir);
      return postmaster?.pid === running.pid && postmaster.isReady ? "ready" : undefined;
    },
    { timeoutMs: START_TIMEOUT_MS },
  );
  if (state === "ready") return true;
  await endGuarded(running, "SIGQUIT", 5_000);
  return false;
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
