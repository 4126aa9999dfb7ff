import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, isStepCount } from "ai";
import { expect, test } from "vitest";
import { createClaudeMemoryTool } from "../src/anthropic/index.ts";
import { toolResults } from "./messages-api-rules.ts";
import { MessagesApiServer, memoryCall } from "./messages-api-server.ts";
import { json, ScriptedServer } from "./scripted-server.ts";

test("with the Vercel AI SDK, answers and refusals reach the model untouched, in the order they were asked", async () => {
  const stela = await ScriptedServer.start();
  stela.script(
    json({ content: "File created", isError: false }),
    json({ content: "Error: no such path", isError: true }),
  );
  const call = memoryCall({ command: "create", path: "/memories/a", file_text: "x" });
  const results: unknown[] = [];
  const messagesApi = await MessagesApiServer.start((request) => {
    results.push(...toolResults(request));
    return results.length === 0
      ? [call, memoryCall({ command: "view", path: "/memories/b" })]
      : [{ type: "text", text: "Done." }];
  });

  const { execute } = createClaudeMemoryTool("stl_test", { containerTag: "box", baseUrl: stela.url });
  const anthropic = createAnthropic({ apiKey: "test", baseURL: `${messagesApi.url}/v1` });
  const { text } = await generateText({
    model: anthropic("claude-test"),
    prompt: "Begin.",
    tools: { memory: anthropic.tools.memory_20250818({ execute }) },
    stopWhen: isStepCount(2),
    maxRetries: 0,
    maxOutputTokens: 1_024,
  });
  await Promise.all([stela.stop(), messagesApi.stop()]);

  expect(text).toBe("Done.");
  expect(results).toMatchObject([{ content: "File created" }, { content: "Error: no such path", is_error: true }]);
  expect(stela.received.map(({ body }) => JSON.parse(body).command)).toEqual(["create", "view"]);
  expect(stela.received[0]?.headers["idempotency-key"]).toMatch(new RegExp(`^${"id" in call ? call.id : ""}\\.`));
});
