import { startTestApi } from "@stela/local/testing-api";
import type { TestProject } from "vitest/node";
import { MessagesApiServer } from "./messages-api-server.ts";
import { scriptedReader } from "./scripted-reader.ts";

/** The API under test, in workerd on Postgres, unless one that runs already is named by STELA_TEST_API_URL. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env["STELA_TEST_API_URL"] !== undefined) return undefined;
  const claude = await MessagesApiServer.start(scriptedReader);
  const api = await startTestApi({ ANTHROPIC_API_KEY: "sk-ant-test", ANTHROPIC_BASE_URL: claude.url });
  project.provide("stela", { apiUrl: api.apiUrl, apiKey: api.apiKey, proposerKey: api.proposerKey });
  return async () => {
    await Promise.all([api.stop(), claude.stop()]);
  };
}
