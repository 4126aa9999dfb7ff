import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, isStepCount, jsonSchema, streamText, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MemoryOptions, withMemory } from "../src/ai-sdk/index.ts";
import type { Extraction } from "../src/types.ts";
import { textOf } from "./messages-api-rules.ts";
import { MessagesApiServer, toolCall } from "./messages-api-server.ts";
import { freshContainerTag, stelaUnderTest } from "./stela-under-test.ts";

const stela = stelaUnderTest();
const say = (text: string) => [{ type: "text" as const, text }];
const THREE_TURNS = [
  { role: "user" as const, content: "One?" },
  { role: "assistant" as const, content: "One." },
  { role: "user" as const, content: "fact: Deploys on Fridays" },
  { role: "assistant" as const, content: "Two." },
  { role: "user" as const, content: "When do I deploy?" },
];

let api: MessagesApiServer;
let containerTag: string;
let told: { errors: string[]; extractions: Extraction[]; pending: Promise<void>[] };
beforeAll(async () => {
  api = await MessagesApiServer.start(() => say("On Friday."));
});
beforeEach(async () => {
  api.follow(() => say("On Friday."));
  containerTag = freshContainerTag();
  told = { errors: [], extractions: [], pending: [] };
  const facts = [{ key: "style", category: "preference" as const, content: "Prefers tabs over spaces", importance: 5 }];
  await stela.facts.remember({ containerTag, facts });
});
afterAll(() => api.stop());

const options = (more: Partial<MemoryOptions> = {}): MemoryOptions => ({
  client: stela,
  containerTag,
  onMemoryError: (error, during) => told.errors.push(`${during}: ${(error as Error).name}`),
  onExtracted: (extraction) => told.extractions.push(extraction),
  waitUntil: (work) => told.pending.push(work),
  ...more,
});
const claude = (more?: Partial<MemoryOptions>) =>
  withMemory(createAnthropic({ apiKey: "test", baseURL: `${api.url}/v1` })("claude-test"), options(more));
const sent = () => api.requests.at(-1)?.messages ?? [];

describe("with the AI SDK and Anthropic's provider", () => {
  test("a model recalls before it answers, and what is said is read afterwards", async () => {
    const { text } = await generateText({ model: claude(), messages: THREE_TURNS, maxRetries: 0 });
    expect(text).toBe("On Friday.");
    expect(textOf(sent().at(-1))).toMatch(
      /^<stela-memory>[\s\S]*Prefers tabs[\s\S]*<\/stela-memory>\nWhen do I deploy\?$/,
    );
    expect(JSON.stringify(sent().at(-2))).toContain('"cache_control":{"type":"ephemeral"}');
    await Promise.all(told.pending);
    expect(told).toMatchObject({ errors: [], extractions: [{ results: [{ outcome: "added" }] }] });
  });

  test("a stream stays a stream", async () => {
    const { textStream } = streamText({ model: claude(), messages: THREE_TURNS, maxRetries: 0 });
    const pieces: string[] = [];
    for await (const piece of textStream) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe("On Friday.");
    expect(textOf(sent().at(-1))).toContain("Prefers tabs");
    await Promise.all(told.pending);
    expect(told).toMatchObject({ errors: [], extractions: [{ results: [{ outcome: "added" }] }] });
  });

  test("tools run in several steps, and the conversation is read once, at their end", async () => {
    api.follow(({ messages }) => (messages.length < 7 ? [toolCall("calendar", {})] : say("On Friday.")));
    const calendar = tool({ inputSchema: jsonSchema<object>({ type: "object" }), execute: async () => "Friday" });
    const { text } = await generateText({
      model: claude(),
      messages: THREE_TURNS,
      tools: { calendar },
      stopWhen: isStepCount(3),
      maxRetries: 0,
    });
    expect(text).toBe("On Friday.");
    for (const { messages } of api.requests) expect(textOf(messages[4])).toContain("Prefers tabs");
    await Promise.all(told.pending);
    expect(told).toMatchObject({ errors: [], extractions: [{ stopReason: "tool_use" }] });
  });

  test("a failure of the memory, or a slow one, is told and does not fail the answer", async () => {
    const away = { recall: () => new Promise<never>(() => {}), extract: async () => Promise.reject(new Error("away")) };
    const { text } = await generateText({
      model: claude({ client: away, recallTimeoutMs: 20 }),
      messages: THREE_TURNS,
      maxRetries: 0,
    });
    expect(text).toBe("On Friday.");
    expect(textOf(sent().at(-1))).toBe("When do I deploy?");
    await Promise.all(told.pending);
    expect(told.errors).toEqual(["recall: TimeoutError", "extract: Error"]);
  });
});

describe("any model", () => {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never;
  const mock = () =>
    new MockLanguageModelV4({
      modelId: "mock",
      doGenerate: async () => ({
        content: say("Yes."),
        finishReason: { unified: "stop", raw: "stop" },
        usage,
        warnings: [],
      }),
    });

  test("keeps its name, its provider and its version, and is not changed itself", async () => {
    const model = mock();
    const { specificationVersion, provider, modelId, supportedUrls } = withMemory(model, options());
    expect({ specificationVersion, provider, modelId }).toEqual({
      specificationVersion: "v4",
      provider: model.provider,
      modelId: "mock",
    });
    expect(await supportedUrls).toEqual(await model.supportedUrls);
  });

  test("is asked as it was when nothing is to be recalled or remembered", async () => {
    const model = mock();
    const { text } = await generateText({
      model: withMemory(model, options({ recall: false, extractor: false })),
      messages: THREE_TURNS,
    });
    expect(text).toBe("Yes.");
    expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).not.toMatch(/stela-memory|cacheControl/);
    await Promise.all(told.pending);
    expect(told).toMatchObject({ errors: [], extractions: [] });
  });

  test("is asked for: a name is none, and options must name a client and a container", () => {
    expect(() => withMemory("openai/gpt" as never, options())).toThrow("language model");
    expect(() => withMemory(mock(), options({ client: {} as never }))).toThrow("client");
    expect(() => withMemory(mock(), options({ containerTag: "" }))).toThrow("containerTag");
  });
});
