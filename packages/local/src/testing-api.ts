import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { mintKey } from "@stela/core/keys";
import { freePort } from "./processes/port.ts";
import { seedOrganization } from "./seed.ts";
import { environmentFile } from "./stack/environment-file.ts";
import { startWorker } from "./stack/worker.ts";
import { startTestDatabaseServer } from "./testing.ts";

export interface RunningTestApi {
  readonly apiUrl: string;
  /** May do everything, in an organization of its own. */
  readonly apiKey: string;
  /** May read and propose in that organization. */
  readonly proposerKey: string;
  stop(): Promise<void>;
}

/** More that the Worker is configured with. */
type Variables = Readonly<Record<string, string>>;

/** A migrated database, and the endpoint that leads to it. */
export interface ServedDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly endpointUrl: string;
}

/** The API as `npm start` serves it, in workerd on a Postgres of its own, for tests that speak HTTP to it. */
export async function startTestApi(variables: Variables = {}): Promise<RunningTestApi> {
  const databaseServer = await startTestDatabaseServer();
  try {
    const api = await serveApi(await databaseServer.createDatabase(), variables);
    return {
      ...api,
      async stop() {
        await api.stop();
        await databaseServer.stop();
      },
    };
  } catch (error) {
    await databaseServer.stop();
    throw error;
  }
}

/** Serves the API on a database that somebody else starts and stops. */
export async function serveApi(
  { ownerUrl, appUrl, endpointUrl }: ServedDatabase,
  variables: Variables = {},
): Promise<RunningTestApi> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-test-api-"));
  const organization = { organizationId: randomUUID(), apiKey: newKey() };
  await seedOrganization(ownerUrl, organization);
  const proposerKey = newKey();
  await seedOrganization(ownerUrl, { ...organization, apiKey: proposerKey }, ["documents:read", "documents:propose"]);
  const envFile = path.join(folder, "api.env");
  const values = {
    ...variables,
    DATABASE_URL: appUrl,
    DATABASE_FETCH_ENDPOINT: endpointUrl,
    SIGNING_SECRET: randomUUID(),
  };
  await writeFile(envFile, environmentFile(values), { mode: 0o600 });
  const worker = startWorker({
    title: "API",
    folder: path.resolve(import.meta.dirname, "../../../apps/api"),
    port: await freePort(),
    inspectorPort: await freePort(),
    envFile,
    logFile: path.join(folder, "api.log"),
    stateDir: path.join(folder, "state"),
    registryDir: folder,
  });
  const stop = async () => {
    await worker.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await worker.untilHealthy();
  } catch (error) {
    await stop();
    throw error;
  }
  return { apiUrl: worker.url, apiKey: organization.apiKey, proposerKey, stop };
}

function newKey(): string {
  return mintKey("test", (count) => crypto.getRandomValues(new Uint8Array(count)));
}
