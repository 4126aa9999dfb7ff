import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { apiUnderTest, stelaUnderTest } from "./stela-under-test.ts";

const main = path.resolve(import.meta.dirname, "../../../examples/claude-agent/src/main.ts");

/** A process of its own, without the settings of this one. */
async function runExample(settings: Readonly<Record<string, string>>) {
  const { ANTHROPIC_API_KEY: _1, STELA_API_KEY: _2, STELA_BASE_URL: _3, ...env } = process.env;
  const run = promisify(execFile)(process.execPath, [main], { env: { ...env, ...settings } });
  return run.then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test("the example writes memories in its first process, and reads and edits them in the second", {
  timeout: 60_000,
}, async () => {
  const { baseUrl, apiKey } = apiUnderTest();
  const stela = stelaUnderTest();
  const containerTag = "example:claude-agent";
  for await (const { id } of stela.documents.list(containerTag)) await stela.documents.delete(id);
  const settings = { STELA_BASE_URL: baseUrl, STELA_API_KEY: apiKey };

  const first = await runExample(settings);
  expect(first.code).toBe(0);
  expect(first.stdout).toContain("this is our first time");
  expect(first.stdout).toContain("/memories/people/ada.md  (version 1,");

  const second = await runExample(settings);
  expect(second.stdout).toContain("We have met 2 times");
  expect(second.stdout).toMatch(/\/memories\/people\/ada\.md {2}\(version 2,[\s\S]*Meetings: 2/);
  expect(second.stdout).toMatch(
    /\/memories\/log\.md {2}\(version 2,[\s\S]*meeting 2 with Ada\n[\s\S]*meeting 1 with Ada\n/,
  );
});

test("the example says in one sentence that Stela is not running", { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await runExample({ STELA_BASE_URL: "http://127.0.0.1:9", STELA_API_KEY: "stl_x" });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(
    "Stela does not answer at http://127.0.0.1:9: run `npm start` in another terminal, then this again.\n",
  );
});
