import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { appUrl, migrate } from "@stela/local/migrate";
import { startNeonEndpoint } from "@stela/local/neon-endpoint";
import { startPostgres } from "@stela/local/postgres";
import type { TestDatabase } from "@stela/local/testing";

/** A Postgres of its own that keeps what it acknowledges, to be killed and started again. */
export interface MortalDatabase extends Omit<TestDatabase, "drop"> {
  kill(): Promise<void>;
  /** Starts it again, on the same data and port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startMortalDatabase(): Promise<MortalDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-mortal-"));
  await chmod(folder, 0o711); // Postgres may run as another user, who passes through to its own folder.
  const dataDir = path.join(folder, "postgres");
  let postgres = await startPostgres({ dataDir, deleteIfKilled: folder });
  const { url, port } = postgres;
  const appPassword = randomBytes(12).toString("hex");
  await migrate({ databaseUrl: url, appPassword });
  const endpoint = await startNeonEndpoint();
  return {
    ownerUrl: url,
    appUrl: appUrl(url, appPassword),
    endpointUrl: endpoint.url,
    kill: () => postgres.kill("SIGKILL"),
    async start() {
      postgres = await startPostgres({ dataDir, port, deleteIfKilled: folder });
    },
    async stop() {
      await endpoint.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
