import { startTestDatabaseServer } from "@stela/local/testing";
import type { TestProject } from "vitest/node";
import { MessagesApiServer } from "../../../../packages/sdk/test/messages-api-server.ts";
import { scriptedReader } from "../../../../packages/sdk/test/scripted-reader.ts";
import { startControlServer } from "./control-server.ts";

/** One real Postgres and one endpoint for all test files; each test makes an organization of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestDatabaseServer();
  const control = await startControlServer(server);
  const claude = await MessagesApiServer.start(scriptedReader);
  const { ownerUrl, appUrl, endpointUrl } = await server.createDatabase();
  project.provide("database", { ownerUrl, appUrl, endpointUrl });
  project.provide("controlUrl", control.url);
  project.provide("claudeUrl", claude.url);
  return async () => {
    await Promise.all([control.close(), claude.stop()]);
    await server.stop();
  };
}
