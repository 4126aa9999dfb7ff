import { fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { mintKey } from "@stela/core/keys";
import { appUrl, migrate } from "@stela/local/migrate";
import { startPostgres } from "@stela/local/postgres";
import { seedOrganization } from "@stela/local/seed";
import { serveBundle } from "@stela/local/workerd";
import type { Bench, Scale } from "../bench.ts";
import { bundleWorker } from "./bundle.ts";

export interface Stack {
  /** Starts all of it. When it fails or is stopped meanwhile, `stop` ends what there is by then. */
  start(scale: Scale): Promise<Bench>;
  /** Ends everything in the opposite order and deletes the data. May be called at any time, and again. */
  stop(): Promise<void>;
}

/** Production's stack on this machine: the API's bundle in plain `workerd`, the Neon driver, the endpoint, Postgres with fsync. */
export function createStack(): Stack {
  const stops: (() => Promise<unknown> | unknown)[] = [];
  const stopping = new AbortController();
  let started: Promise<Bench> | undefined;
  let stopped: Promise<void> | undefined;
  const onStop = (stop: () => Promise<unknown> | unknown) => {
    stops.push(stop);
    stopping.signal.throwIfAborted();
  };
  const stopAll = async () => {
    stopping.abort(new Error("The bench was stopped."));
    await started?.catch(() => {}); // What was begun is there to be ended.
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
  };
  return {
    start(scale) {
      started = start(scale, onStop, stopping.signal);
      return started;
    },
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}

async function start(scale: Scale, onStop: Bench["onStop"], signal: AbortSignal): Promise<Bench> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-bench-"));
  onStop(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(folder, 0o711); // Postgres may run as another user, who passes through to its own folder.
  const bundling = Promise.all([
    bundleWorker("apps/api", path.join(folder, "api"), signal),
    bundleWorker("bench/src/floors", path.join(folder, "floors"), signal),
  ]);
  bundling.catch(() => {}); // Awaited below, unless something else fails before.
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), deleteIfKilled: folder });
  onStop(() => postgres.stop());
  const endpoint = fork(path.join(import.meta.dirname, "endpoint.ts"), { execArgv: ["--no-warnings"] });
  onStop(() => {
    if (!endpoint.connected) return;
    endpoint.disconnect();
    return once(endpoint, "exit");
  });
  const [endpointUrl] = (await once(endpoint, "message", { signal })) as [string];
  const appPassword = randomBytes(12).toString("hex");
  await migrate({ databaseUrl: postgres.url, appPassword });
  const apiKey = mintKey("bench", randomBytes);
  const organizationId = randomUUID();
  await seedOrganization(postgres.url, { organizationId, apiKey });
  const env = {
    DATABASE_URL: appUrl(postgres.url, appPassword),
    DATABASE_FETCH_ENDPOINT: endpointUrl,
    SIGNING_SECRET: randomUUID(),
  };
  const [apiBundle, floorsBundle] = await bundling;
  const bundles = { api: apiBundle, floors: floorsBundle };
  const api = await serveBundle(bundles.api, env);
  onStop(() => api.stop());
  const floors = await serveBundle(bundles.floors, env);
  onStop(() => floors.stop());
  return {
    api: { url: api.url, headers: { accept: "application/json", authorization: `Bearer ${apiKey}` } },
    floors: { url: floors.url, headers: { accept: "application/json" } },
    ownerUrl: postgres.url,
    organizationId,
    apiKey,
    folder,
    bundles,
    env,
    scale,
    onStop,
  };
}
