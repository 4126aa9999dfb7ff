import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, isPortFree } from "@stela/local/processes/port";
import type { DevFile } from "@stela/local/stack/state-folder";
import type { TestProject } from "vitest/node";
import { MessagesApiServer } from "../../packages/sdk/test/messages-api-server.ts";
import { scriptedClaude } from "./docs/scripted-claude.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** What `.stela/dev.json` says of the running stack. */
    readonly stack: DevFile;
  }
}

const REPOSITORY = path.resolve(import.meta.dirname, "../..");

/** What `npm start` runs once everything is installed, on data of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-e2e-"));
  await symlink(path.join(REPOSITORY, "apps"), path.join(folder, "apps"));
  const claude = await MessagesApiServer.start(scriptedClaude);
  const program = path.join(REPOSITORY, "packages/local/src/cli/start.ts");
  const child = spawn(process.execPath, [program, folder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: "",
      STELA_PORT: String(await freePortPair()),
      ANTHROPIC_API_KEY: "none-needed",
      ANTHROPIC_BASE_URL: claude.url,
    },
  });
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
    await claude.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilServing(child.stdout, exited);
    project.provide("stack", JSON.parse(await readFile(path.join(folder, ".stela/dev.json"), "utf8")));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function untilServing(output: NodeJS.ReadableStream, exited: Promise<unknown>): Promise<void> {
  let said = "";
  const isServing = new Promise<void>((resolve) => {
    output.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Stela is running")) resolve();
    });
  });
  const ended = exited.then(() => {
    throw new Error(`The stack ended before it served:\n${said}`);
  });
  await Promise.race([isServing, ended]);
}

async function freePortPair(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port < 65_535 && (await isPortFree(port + 1))) return port;
  }
}
