import { neon, neonConfig } from "@neondatabase/serverless";
import { inject } from "vitest";

/** A database under test, as its owner and as the Worker see it. */
export interface Database {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly endpointUrl: string;
}

export function sharedDatabase(): Database {
  return inject("database");
}

/** SQL as the owner of the database, who sees everything. */
export function asOwner(database: Database = sharedDatabase()) {
  neonConfig.fetchEndpoint = database.endpointUrl;
  return neon(database.ownerUrl);
}

/** SQL as the role the Worker connects as. */
export function asApp(database: Database = sharedDatabase()) {
  neonConfig.fetchEndpoint = database.endpointUrl;
  return neon(database.appUrl);
}

/** A database that no other test sees. */
export async function newDatabase(): Promise<Database> {
  return await control("POST", "/databases");
}

export interface ProxiedDatabase extends Database {
  /** Requests that have come to the endpoint. */
  requests(): Promise<number>;
  /** The next requests reach the database, and their answers get lost on the way back. */
  loseAnswers(count: number): Promise<void>;
}

/** The shared database, behind a way of its own. */
export async function proxiedDatabase(): Promise<ProxiedDatabase> {
  const { proxy } = await control<{ proxy: number }>("POST", "/proxies");
  const path = `/proxies/${proxy}`;
  return {
    ...sharedDatabase(),
    endpointUrl: `${inject("controlUrl")}${path}/sql`,
    requests: async () => (await control<{ requests: number }>("GET", path)).requests,
    loseAnswers: async (count) => {
      await control("POST", `${path}/lose/${count}`);
    },
  };
}

async function control<Answer>(method: string, path: string): Promise<Answer> {
  const response = await fetch(inject("controlUrl") + path, { method });
  return await response.json();
}
