import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClaudeMemoryTool } from "../src/anthropic/index.ts";
import { createExtractor, createMemoryLoop, type MemoryLoopOptions } from "../src/loop/index.ts";
import type { Extraction } from "../src/types.ts";
import { type MessagesRequest, textOf } from "./messages-api-rules.ts";
import { cutAfter, failing, failingMidStream, MessagesApiServer, memoryCall, toolCall } from "./messages-api-server.ts";
import { scriptedReader } from "./scripted-reader.ts";
import { freshContainerTag, stelaUnderTest } from "./stela-under-test.ts";

const stela = stelaUnderTest();
const PARAMS = { model: "claude-test", max_tokens: 100 };
const say = (text: string) => [{ type: "text" as const, text }];
const user = (content: string) => ({ role: "user" as const, content });
const assistant = (content: string) => ({ role: "assistant" as const, content });
/** Three turns, so that it is time to read. */
const THREE_TURNS = [
  user("One?"),
  assistant("One."),
  user("fact: Deploys on Fridays"),
  assistant("Two."),
  user("When do I deploy?"),
];

let api: MessagesApiServer;
let anthropic: Anthropic;
let containerTag: string;
beforeAll(async () => {
  api = await MessagesApiServer.start(() => say("Yes."));
  anthropic = new Anthropic({ apiKey: "test", baseURL: api.url, maxRetries: 0 });
});
beforeEach(() => {
  containerTag = freshContainerTag();
  api.follow(() => say("Yes."));
});
afterAll(() => api.stop());

/** A loop, with all that it told of. */
function loopOf(options: Partial<MemoryLoopOptions> = {}) {
  const errors: string[] = [];
  const extractions: Extraction[] = [];
  const pending: Promise<void>[] = [];
  const loop = createMemoryLoop({
    anthropic,
    client: stela,
    containerTag,
    onMemoryError: (error, during) => errors.push(`${during}: ${(error as Error).name}`),
    onExtracted: (extraction) => extractions.push(extraction),
    waitUntil: (work) => pending.push(work),
    ...options,
  });
  return { loop, errors, extractions, settled: () => Promise.all(pending) };
}

const known = async () => {
  const facts: string[] = [];
  for await (const { content = "" } of stela.facts.list(containerTag)) facts.push(content);
  return facts;
};
const remember = (content: string) =>
  stela.facts.remember({
    containerTag,
    facts: [{ key: content.slice(0, 9), category: "preference", content, importance: 5 }],
  });
const lastRequest = () => api.requests.at(-1) as MessagesRequest;
const lastUserText = () => textOf(lastRequest().messages.findLast(({ role }) => role === "user"));

describe("the loop", () => {
  test("recalls before a call and has the conversation read after it, of which nothing that was recalled", async () => {
    await remember("Prefers tabs over spaces");
    const { loop, errors, extractions, settled } = loopOf();
    const messages = [...THREE_TURNS.slice(0, 4), user("echo\nWhat do I prefer?")];
    const reply = await loop.create({ ...PARAMS, messages });
    expect(reply.content).toEqual(say("Yes."));
    expect(lastUserText()).toMatch(
      /^<stela-memory>[\s\S]*Prefers tabs over spaces[\s\S]*<\/stela-memory>\necho\nWhat do I prefer\?$/,
    );
    // The caller's own messages are as they were.
    expect(messages.at(-1)).toEqual(user("echo\nWhat do I prefer?"));
    await settled();
    expect(errors).toEqual([]);
    expect(extractions).toMatchObject([
      { results: [{ outcome: "added" }, { outcome: "added" }], usage: { requests: 1 } },
    ]);
    const facts = (await known()).filter((content) => content.includes("was sent"));
    expect(facts[0]).toContain("What do I prefer?");
    expect(facts[0]).not.toContain("tabs");
    expect(await known()).toContain("Deploys on Fridays");
  });

  test("sets a cache breakpoint before what it recalled, unless there are four or it is told not to", async () => {
    await remember("Prefers tabs over spaces");
    const marks = () => JSON.stringify(lastRequest()).split('"cache_control":').length - 1;
    const { loop } = loopOf({ extractor: false });
    await loop.create({ ...PARAMS, messages: THREE_TURNS });
    expect(lastRequest().messages.at(-2)?.content).toEqual([
      { type: "text", text: "Two.", cache_control: { type: "ephemeral" } },
    ]);
    const system = Array.from({ length: 4 }, () => ({
      type: "text" as const,
      text: "S",
      cache_control: { type: "ephemeral" as const },
    }));
    await loop.create({ ...PARAMS, system, messages: THREE_TURNS });
    expect(marks()).toBe(4);
    await loopOf({ extractor: false, cache: false }).loop.create({ ...PARAMS, messages: THREE_TURNS });
    expect(marks()).toBe(0);
  });

  test("keeps a stream a stream", async () => {
    await remember("Prefers tabs over spaces");
    const { loop, errors, settled } = loopOf();
    const stream = await loop.stream({ ...PARAMS, messages: THREE_TURNS });
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    expect(await stream.finalText()).toBe("Yes.");
    expect(pieces.join("")).toBe("Yes.");
    expect(lastUserText()).toContain("Prefers tabs");
    await settled();
    expect(errors).toEqual([]);
    expect(await known()).toContain("Deploys on Fridays");
  });

  test("runs beside tools and the memory tool, with toolRunner, streamed or not", async () => {
    await remember("Prefers tabs over spaces");
    for (const stream of [false, true]) {
      const tool = createClaudeMemoryTool(stela, { containerTag });
      api.follow(({ messages }) =>
        messages.at(-1)?.role === "user" && messages.length < 7
          ? [memoryCall({ command: "view", path: "/memories" })]
          : say("Nothing there."),
      );
      const { loop, errors, settled } = loopOf();
      const { runner } = await loop.toolRunner({ ...PARAMS, messages: THREE_TURNS, tools: [tool], stream });
      const reply = await runner.runUntilDone();
      expect(reply.content).toEqual(say("Nothing there."));
      expect(api.requests).toHaveLength(2);
      expect(JSON.stringify(api.requests[0]?.messages)).toContain("Prefers tabs");
      await settled();
      expect(errors).toEqual([]);
    }
    expect(await known()).toContain("Deploys on Fridays");
  });

  test("in a tool loop of one's own recalls into the question, and reads when the turn has ended", async () => {
    await remember("Prefers tabs over spaces");
    api.follow(() => [toolCall("look", {})]);
    const { loop, extractions, settled } = loopOf();
    const tools = [{ name: "look", input_schema: { type: "object" as const } }];
    const first = await loop.create({ ...PARAMS, tools, messages: THREE_TURNS });
    await settled();
    expect(extractions).toEqual([]);
    const [call] = first.content;
    if (call?.type !== "tool_use") throw new Error("No tool was called");
    api.follow(() => say("On Friday."));
    const result = {
      role: "user" as const,
      content: [{ type: "tool_result" as const, tool_use_id: call.id, content: "Friday" }],
    };
    await loop.create({
      ...PARAMS,
      tools,
      messages: [...THREE_TURNS, { role: "assistant", content: first.content }, result],
    });
    expect(textOf(lastRequest().messages.at(-3))).toMatch(/<stela-memory>[\s\S]*When do I deploy\?$/);
    await settled();
    expect(extractions).toHaveLength(1);
  });

  test("reads at once upon a signal, every third turn without one, and else not", async () => {
    const { loop, extractions, settled } = loopOf();
    const turns = [user("fact: Uses Rust")];
    const next = async (said: string) => {
      await loop.create({ ...PARAMS, messages: turns });
      await settled();
      turns.push(assistant("Yes.") as never, user(said));
      return extractions.length;
    };
    expect(await next("From now on in French, please")).toBe(0);
    expect(await next("And then?")).toBe(1);
    expect(await next("Well")).toBe(2);
    expect(await next("Hm")).toBe(2);
    expect(extractions.map(({ results }) => results.map(({ outcome }) => outcome))).toEqual([["added"], ["duplicate"]]);
  });

  test("has a session's whole conversation read at its end", async () => {
    const { loop } = loopOf();
    const messages = [user("fact: Uses Rust"), assistant("Good."), user("fact: Lives in Bern")];
    expect(await loop.summarizeSession(messages)).toMatchObject({
      results: [{ outcome: "added" }, { outcome: "added" }],
    });
  });
});

describe("a failure of the memory", () => {
  const away = {
    recall: async () => Promise.reject(new Error("away")),
    extract: async () => Promise.reject(new Error("away")),
  };
  const never = { recall: () => new Promise<never>(() => {}), extract: () => new Promise<never>(() => {}) };

  test("does not fail the conversation, and is told", async () => {
    const { loop, errors, settled } = loopOf({ client: away });
    expect((await loop.create({ ...PARAMS, messages: THREE_TURNS })).content).toEqual(say("Yes."));
    expect(await (await loop.stream({ ...PARAMS, messages: THREE_TURNS })).finalText()).toBe("Yes.");
    expect(await loop.summarizeSession(THREE_TURNS)).toBeNull();
    await settled();
    expect(lastUserText()).toBe("When do I deploy?");
    expect(errors.toSorted()).toEqual([...Array(3).fill("extract: Error"), ...Array(2).fill("recall: Error")]);
  });

  test("that never answers is waited for as long as is allowed, and no longer", async () => {
    const { loop, errors } = loopOf({ client: never, recallTimeoutMs: 20 });
    expect((await loop.create({ ...PARAMS, messages: THREE_TURNS })).content).toEqual(say("Yes."));
    expect(errors).toEqual(["recall: TimeoutError"]);
  });

  test("in a caller's own function is no failure either", async () => {
    const fail = () => {
      throw new Error("mine");
    };
    const { loop } = loopOf({ client: away, onMemoryError: fail, waitUntil: fail, onRecalled: fail });
    expect((await loop.create({ ...PARAMS, messages: THREE_TURNS })).content).toEqual(say("Yes."));
  });

  test.each([
    ["overloaded", failing(529)],
    ["lost", cutAfter(say("It was lost"), 3)],
    ["overloaded in the middle", failingMidStream(say("It was lost"), 3)],
  ])(
    "is not made of Claude's own: a stream that is %s fails as it would, and nothing is remembered",
    async (_, scripted) => {
      api.follow(() => scripted);
      const { loop, extractions, errors, settled } = loopOf();
      const stream = await loop.stream({ ...PARAMS, messages: THREE_TURNS });
      await expect(stream.finalMessage()).rejects.toThrow();
      await settled();
      expect({ extractions, errors }).toEqual({ extractions: [], errors: [] });
    },
  );
});

describe("the extractor", () => {
  test("reads with one's own client and tells what it cost", async () => {
    api.follow(scriptedReader);
    const extractor = createExtractor({
      anthropic,
      client: stela,
      containerTag,
      model: "claude-mine",
      session: "run-1",
    });
    const extraction = await extractor.extract([user("fact: Uses Rust")]);
    expect(extraction).toMatchObject({
      results: [{ outcome: "added", document: { content: "Uses Rust" } }],
      stopReason: "tool_use",
      usage: { model: "claude-mine", requests: 1, inputTokens: expect.any(Number) },
    });
    expect(lastRequest()).toMatchObject({ model: "claude-mine", tool_choice: { type: "tool", name: "save_facts" } });
    const { revisions } = await stela.documents.revisions.list({
      containerTag,
      customId: extraction.results[0]?.document?.customId ?? "",
    });
    expect(revisions).toMatchObject([{ session: "run-1", model: "claude-mine" }]);
    expect(await extractor.afterTurn([user("Hm")])).toBeNull();
    expect(await extractor.extract([assistant("fact: Uses Go")])).toMatchObject({
      stopReason: "not_asked",
      results: [],
    });
    expect(await extractor.extract([user("Nothing here")])).toMatchObject({ results: [], usage: { requests: 1 } });
  });

  test("takes the place of the API's in a loop, and a failure of Claude's is told and no more", async () => {
    const errors: unknown[] = [];
    const extractor = createExtractor({
      anthropic,
      client: stela,
      containerTag,
      onMemoryError: (error) => errors.push(error),
    });
    const { loop, extractions, settled } = loopOf({ extractor });
    api.follow((request, incoming) => (request.tool_choice ? scriptedReader(request, incoming) : say("Yes.")));
    await loop.create({ ...PARAMS, messages: THREE_TURNS });
    await settled();
    expect(extractions).toMatchObject([{ results: [{ outcome: "added" }] }]);
    expect(await extractor.summarizeSession([user("fail: 529")])).toBeNull();
    expect(errors).toMatchObject([{ status: 529 }]);
    await expect(extractor.extract([user("fail: 401")])).rejects.toMatchObject({ status: 401 });
  });
});

test("a client asks for an extraction with the key it is given", async () => {
  const body = { containerTag, messages: [user("fact: Uses Rust")] };
  expect(await stela.extract(body)).toMatchObject({ results: [{ outcome: "added" }] });
  await expect(stela.extract(body, { anthropicApiKey: "sk-ant-wrong" })).rejects.toMatchObject({
    code: "validation_failed",
  });
});
