import { startTestDatabaseServer } from "@stela/local/testing";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    readonly database: { readonly ownerUrl: string; readonly appUrl: string; readonly endpointUrl: string };
  }
}

/** One real Postgres and one endpoint for all test files; each test makes an organization of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestDatabaseServer();
  const { ownerUrl, appUrl, endpointUrl } = await server.createDatabase();
  project.provide("database", { ownerUrl, appUrl, endpointUrl });
  return () => server.stop();
}
