import { randomBytes } from "node:crypto";
import { type NeonQueryFunction, neon, neonConfig } from "@neondatabase/serverless";
import { Client } from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { toDatabase } from "../../src/connection-string.ts";
import { type NeonEndpoint, type NeonEndpointOptions, startNeonEndpoint } from "../../src/neon-endpoint.ts";

export interface Served {
  readonly url: string;
  readonly endpoint: NeonEndpoint;
  readonly sql: NeonQueryFunction<false, false>;
  /** Past the endpoint: a session of its own, to look at what it does. */
  readonly direct: Client;
}

/** For the file that calls it: an empty database, an endpoint and the driver set to it. */
export function serveDatabase(options: NeonEndpointOptions = {}): Served {
  let served: Served | undefined;
  const name = `local_${randomBytes(6).toString("hex")}`;

  beforeAll(async () => {
    await asAdmin(`create database ${name}`);
    const url = toDatabase(inject("postgresUrl"), name);
    const endpoint = await startNeonEndpoint(options);
    neonConfig.fetchEndpoint = endpoint.url;
    const direct = new Client(url);
    await direct.connect();
    served = { url, endpoint, sql: neon(url), direct };
  });

  afterAll(async () => {
    await served?.direct.end();
    await served?.endpoint.close();
    await asAdmin(`drop database ${name} with (force)`);
  });

  const get = (): Served => {
    if (served === undefined) throw new Error("The database is served while tests run.");
    return served;
  };
  return {
    get url() {
      return get().url;
    },
    get endpoint() {
      return get().endpoint;
    },
    get sql() {
      return get().sql;
    },
    get direct() {
      return get().direct;
    },
  };
}

async function asAdmin(statement: string): Promise<void> {
  const client = new Client(inject("postgresUrl"));
  await client.connect();
  await client.query(statement);
  await client.end();
}
