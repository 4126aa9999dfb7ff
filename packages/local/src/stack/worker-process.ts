import { unstable_startWorker as startWorker } from "wrangler";
import type { WorkerProcessOptions } from "./worker.ts";

// What `wrangler dev` runs, without its command line: that one, told to end, leaves before the workerd it killed has
// ended, and nobody is left to bury it. Started by worker.ts, as a process of its own; ends on its word or with it.
const options = JSON.parse(process.argv[2] ?? "") as WorkerProcessOptions;

const toldToEnd = new Promise<void>((resolve) => {
  process.on("message", () => resolve());
  process.on("disconnect", () => resolve());
});

const worker = await startWorker({
  config: options.configuration,
  envFiles: [options.envFile],
  dev: {
    server: { hostname: "127.0.0.1", port: options.port, secure: false },
    inspector: { hostname: "127.0.0.1", port: options.inspectorPort },
    persist: options.stateDir,
    registry: options.registryDir,
    remote: false,
  },
});
await toldToEnd;
await worker.dispose();
process.exit(0);
