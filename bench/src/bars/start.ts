import { type RunningWorkerd, serveBundle } from "@stela/local/workerd";
import type { Bench } from "../bench.ts";
import { Connection } from "../load/connection.ts";
import type { Reading } from "../report/reading.ts";
import type { Bar } from "./bar.ts";

/** From the start of the process to its first answer, which needs no database: the API refuses a request without a key. */
export const start = (): Bar => {
  let workers: { readonly api: RunningWorkerd; readonly floors: RunningWorkerd } | undefined;
  return {
    name: "start",
    isMeasuredOnce: true,
    async prepare(bench) {
      workers = { api: await serve(bench, bench.bundles.api), floors: await serve(bench, bench.bundles.floors) };
    },
    async measure({ scale }) {
      if (workers === undefined) throw new Error("Nothing was prepared to be started.");
      const readings: Reading[] = [];
      for (let count = 0; count < scale.starts; count++) {
        const floor = await firstAnswerMs(workers.floors, "/f0");
        readings.push({
          title: "cold start of the API's Worker",
          unit: "ms",
          value: await firstAnswerMs(workers.api, "/v1/containers"),
          against: { name: "F0", value: floor },
          target: { atMost: 1.3 },
        });
      }
      return readings;
    },
    async conclude() {
      await Promise.all([workers?.api.stop(), workers?.floors.stop()]);
      return [];
    },
  };
};

async function serve({ env, onStop }: Bench, bundle: string): Promise<RunningWorkerd> {
  const worker = await serveBundle(bundle, env);
  onStop(() => worker.stop());
  return worker;
}

async function firstAnswerMs(worker: RunningWorkerd, path: string): Promise<number> {
  await worker.kill();
  const startedMs = performance.now();
  const started = worker.restart();
  for (;;) {
    try {
      const connection = await Connection.open({ url: worker.url, headers: {} });
      await connection.send({ method: "GET", path, statuses: [401] });
      const ms = performance.now() - startedMs;
      connection.close();
      await started;
      return ms;
    } catch (error) {
      if (!isRefused(error)) throw error; // Nobody listens yet: the next attempt is the next turn of the loop.
    }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNREFUSED" || error.code === "ECONNRESET");
}
