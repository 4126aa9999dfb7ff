import { startTestDatabaseServer } from "@stela/local/testing";
import type { TestProject } from "vitest/node";
import { startControlServer } from "./control-server.ts";

/** One real Postgres and one endpoint for all test files; each test makes an organization of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestDatabaseServer();
  const control = await startControlServer(server);
  const { ownerUrl, appUrl, endpointUrl } = await server.createDatabase();
  project.provide("database", { ownerUrl, appUrl, endpointUrl });
  project.provide("controlUrl", control.url);
  return async () => {
    await control.close();
    await server.stop();
  };
}
