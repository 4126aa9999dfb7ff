import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { LocalStackError } from "../local-stack-error.ts";
import { POSTGRES_MAJOR, type PostgresBinaries } from "./binaries.ts";
import { postgresEnvironment } from "./environment.ts";
import { ensureOwnership } from "./ownership.ts";
import type { RunAs } from "./run-as.ts";

const MARKER = "stela.json";
export const SUPERUSER = "postgres";

export interface DataFolderOptions {
  readonly dataDir: string;
  readonly password: string | undefined;
  readonly isDurable: boolean;
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs;
}

/**
 * Makes sure that dataDir holds a complete cluster of our major version, and gives back its superuser's password.
 * A cluster is made beside its place and moved there when it is whole, so a folder with a cluster in it is never half
 * made. The caller holds the lock of the folder.
 */
export async function prepareDataFolder(options: DataFolderOptions): Promise<string> {
  await removeUnfinished(options.dataDir);
  await ensureOwnership(options.dataDir, options.runAs);
  const version = await readText(path.join(options.dataDir, "PG_VERSION"));
  const marker = await readText(path.join(options.dataDir, MARKER));
  const isWhole = (await readText(path.join(options.dataDir, "global", "pg_control"))) !== undefined;
  if (version !== undefined && (isWhole || marker !== undefined)) {
    refuseOtherVersion(options.dataDir, version.trim());
    return passwordIn(marker) ?? options.password ?? "";
  }
  if (marker !== undefined || isWhole) throw damaged(options.dataDir);
  await removeHalfMade(options.dataDir);
  return await createCluster(options);
}

function refuseOtherVersion(dataDir: string, version: string): void {
  if (version === String(POSTGRES_MAJOR)) return;
  throw new LocalStackError(
    `The data in ${dataDir} was written by PostgreSQL ${version}, and this version of Stela brings PostgreSQL ` +
      `${POSTGRES_MAJOR}, which cannot read it. Nothing was changed. To start with empty data, move it away: ` +
      `mv ${dataDir} ${dataDir}-${version}. To go on with it, run it with a PostgreSQL ${version} of your own and set ` +
      "DATABASE_URL (17 or newer), or carry it over with pg_dump.",
  );
}

function damaged(dataDir: string): LocalStackError {
  return new LocalStackError(
    `The data in ${dataDir} is damaged: files that PostgreSQL needs are missing. Nothing was changed. ` +
      `Put a backup in its place, or start with empty data by moving it away: mv ${dataDir} ${dataDir}-damaged.`,
  );
}

// Only names that initdb makes are deleted, so that a folder of something else is never taken for a dead initdb.
async function removeHalfMade(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  const foreign = names.filter(
    (name) => !/^(PG_VERSION|base|global|pg_\w+(\.conf)?|postgresql(\.auto)?\.conf)$/.test(name),
  );
  if (foreign.length > 0) {
    throw new LocalStackError(
      `${dataDir} is not a folder of PostgreSQL data: it holds ${foreign.slice(0, 3).join(", ")}. Move it away and start again.`,
    );
  }
  await rm(dataDir, { recursive: true, force: true });
}

async function removeUnfinished(dataDir: string): Promise<void> {
  const parent = path.dirname(dataDir);
  const prefix = `${path.basename(dataDir)}.unfinished-`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function createCluster({ dataDir, password, isDurable, binaries, runAs }: DataFolderOptions): Promise<string> {
  const secret = password ?? randomBytes(24).toString("base64url");
  const unfinished = `${dataDir}.unfinished-${process.pid}`;
  const passwords = await mkdtemp(path.join(tmpdir(), "stela-initdb-"));
  const passwordFile = path.join(passwords, "password");
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, `${secret}\n`, { mode: 0o600 });
    const marker = path.join(unfinished, MARKER);
    for (const file of [unfinished, passwords, passwordFile]) await give(file, runAs);
    await runInitdb(unfinished, passwordFile, isDurable, binaries, runAs);
    await writeFile(marker, JSON.stringify({ password: secret }), { mode: 0o600 });
    await give(marker, runAs);
    await rename(unfinished, dataDir);
  } finally {
    await rm(passwords, { recursive: true, force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
  return secret;
}

async function runInitdb(
  dataDir: string,
  passwordFile: string,
  isDurable: boolean,
  binaries: PostgresBinaries,
  runAs: RunAs,
): Promise<void> {
  // The builtin C.UTF-8 sorts as C does and knows the letters of every language, on a machine without locales too.
  const { file, args, ...user } = runAs.command(binaries.initdb, [
    `--pgdata=${dataDir}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(isDurable ? [] : ["--no-sync"]),
  ]);
  try {
    await promisify(execFile)(file, args, { ...user, env: postgresEnvironment() });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new LocalStackError(`PostgreSQL could not make its data folder ${dataDir}: ${said}`);
  }
}

async function give(file: string, { owner }: RunAs): Promise<void> {
  if (owner !== undefined) await chown(file, owner.uid, owner.gid);
}

async function readText(file: string): Promise<string | undefined> {
  return await readFile(file, "latin1").catch(() => undefined);
}

function passwordIn(marker: string | undefined): string | undefined {
  if (marker === undefined) return undefined;
  const value: unknown = JSON.parse(marker);
  if (typeof value !== "object" || value === null || !("password" in value)) return undefined;
  return typeof value.password === "string" ? value.password : undefined;
}
