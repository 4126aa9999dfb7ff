import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { mintKey } from "@stela/core/keys";
import { appUrl, migrate } from "@stela/local/migrate";
import { startNeonEndpoint } from "@stela/local/neon-endpoint";
import { startPostgres } from "@stela/local/postgres";
import { seedOrganization } from "@stela/local/seed";
import { serveWorker } from "@stela/local/workerd";

/** A part of the service that can be killed, and started again with the same data at the same address. */
interface Killable {
  kill(): Promise<void>;
  restart(): Promise<void>;
}

export interface BreakableService {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly ownerUrl: string;
  readonly workerd: Killable;
  readonly postgres: Killable;
  stop(): Promise<void>;
}

/** The API as a deployment bundles it, in plain workerd, on a Postgres that writes everything down as in production. */
export async function startBreakableService(): Promise<BreakableService> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-kill-rounds-"));
  const dataDir = path.join(folder, "postgres");
  let postgres = await startPostgres({ dataDir, deleteIfKilled: folder });
  const { url: ownerUrl, port } = postgres;
  const endpoint = await startNeonEndpoint();
  const stopDatabase = async () => {
    await endpoint.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await migrate({ databaseUrl: ownerUrl, appPassword: "secret" });
    const organizationId = randomUUID();
    const apiKey = mintKey("test", randomBytes);
    await seedOrganization(ownerUrl, { organizationId, apiKey });
    const workerd = await serveWorker(path.resolve(import.meta.dirname, "../../../apps/api/src/worker.ts"), {
      DATABASE_URL: appUrl(ownerUrl, "secret"),
      DATABASE_FETCH_ENDPOINT: endpoint.url,
      SIGNING_SECRET: randomUUID(),
    });
    return {
      apiUrl: workerd.url,
      apiKey,
      organizationId,
      ownerUrl,
      workerd,
      postgres: {
        kill: () => postgres.kill("SIGKILL"),
        async restart() {
          postgres = await startPostgres({ dataDir, port, deleteIfKilled: folder });
        },
      },
      async stop() {
        await workerd.stop();
        await stopDatabase();
      },
    };
  } catch (error) {
    await stopDatabase();
    throw error;
  }
}
