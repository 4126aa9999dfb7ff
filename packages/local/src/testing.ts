import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { toDatabase } from "./connection-string.ts";
import { appUrl, migrate } from "./migrate.ts";
import { startNeonEndpoint } from "./neon-endpoint.ts";
import { startPostgres } from "./postgres.ts";

const TEMPLATE = "stela_template";

// A test's data need not outlive a power cut.
const FAST_FLAGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
  "shared_buffers=64MB",
];

/** Plain values, so that Vitest can `provide` them to the processes that run test files. */
export interface TestDatabaseServer {
  /** The superuser's URL, to a database that tests leave alone. */
  readonly adminUrl: string;
  readonly endpointUrl: string;
  /** Of the role `stela_app`, in every database of the server: roles belong to the server. */
  readonly appPassword: string;
}

export interface RunningTestDatabaseServer extends TestDatabaseServer {
  createDatabase(): Promise<TestDatabase>;
  requestCount(): number;
  /** Stops everything and deletes the data. */
  stop(): Promise<void>;
}

export interface TestDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly endpointUrl: string;
  drop(): Promise<void>;
}

/** One Postgres in a temporary folder, one endpoint, and a migrated template that every test database is a copy of. */
export async function startTestDatabaseServer(): Promise<RunningTestDatabaseServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-test-"));
  await chmod(folder, 0o711); // Postgres may run as another user, who passes through to its own folder.
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const postgres = await startPostgres({
      dataDir: path.join(folder, "postgres"),
      extraFlags: FAST_FLAGS.flatMap((flag) => ["-c", flag]),
      deleteIfKilled: folder,
    });
    const appPassword = randomBytes(12).toString("hex");
    try {
      await makeTemplate(postgres.url, appPassword);
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    const endpoint = await startNeonEndpoint();
    const server = { adminUrl: postgres.url, endpointUrl: endpoint.url, appPassword };
    return {
      ...server,
      createDatabase: () => createDatabase(server),
      requestCount: endpoint.requestCount,
      async stop() {
        await endpoint.close();
        await postgres.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** A fresh, migrated database on a server that any process may have started. */
export async function createDatabase(server: TestDatabaseServer): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runAsAdmin(server.adminUrl, `create database ${name} template ${TEMPLATE}`);
  const ownerUrl = toDatabase(server.adminUrl, name);
  return {
    ownerUrl,
    appUrl: appUrl(ownerUrl, server.appPassword),
    endpointUrl: server.endpointUrl,
    drop: () => runAsAdmin(server.adminUrl, `drop database if exists ${name} with (force)`),
  };
}

async function makeTemplate(adminUrl: string, appPassword: string): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${TEMPLATE}`);
  await migrate({ databaseUrl: toDatabase(adminUrl, TEMPLATE), appPassword });
  await runAsAdmin(adminUrl, `alter database ${TEMPLATE} with is_template true allow_connections false`);
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
