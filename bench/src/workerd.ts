import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@stela/local/processes/port";
import { build } from "esbuild";

export interface RunningWorkerd {
  readonly url: string;
  stop(): Promise<void>;
}

/** Bundles a Worker as a deployment does and serves it by plain `workerd`, without the proxies of `wrangler dev`. */
export async function serveWorker(entry: string, env: Readonly<Record<string, string>>): Promise<RunningWorkerd> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-bench-"));
  await build({
    entryPoints: [entry],
    outfile: path.join(folder, "worker.js"),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    logLevel: "error",
  });
  const port = await freePort();
  await writeFile(path.join(folder, "config.capnp"), configuration(port, env));
  const child = spawn(workerdBinary(), ["serve", path.join(folder, "config.capnp")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilListening(url, child.exitCode === null);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(port: number, env: Readonly<Record<string, string>>): string {
  const bindings = Object.entries(env).map(([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-08-01",
      compatibilityFlags = ["nodejs_compat"],
      bindings = [${bindings.join(", ")}],
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

function workerdBinary(): string {
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve("workerd/package.json")), "bin/workerd");
}

async function untilListening(url: string, isAlive: boolean): Promise<void> {
  for (let attempt = 0; isAlive && attempt < 200; attempt++) {
    const answered = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer();
        return true;
      },
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`workerd does not answer at ${url}`);
}
