import { startTestApi } from "@stela/local/testing-api";
import type { TestProject } from "vitest/node";

/** The API under test, in workerd on Postgres, unless one that runs already is named by STELA_TEST_API_URL. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env["STELA_TEST_API_URL"] !== undefined) return undefined;
  const api = await startTestApi();
  project.provide("stela", { apiUrl: api.apiUrl, apiKey: api.apiKey, proposerKey: api.proposerKey });
  return () => api.stop();
}
