import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../src/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's URL of a Postgres that all test files share. */
    postgresUrl: string;
  }
}

/** One Postgres for the tests that neither stop nor fill it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-local-test-"));
  const postgres = await startPostgres({
    dataDir: path.join(folder, "postgres"),
    extraFlags: ["-c", "fsync=off"],
    deleteIfKilled: folder,
  });
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
