import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cutAfter,
  failing,
  failingMidStream,
  hangingUp,
  MessagesApiServer,
  reply,
  toolCall,
} from "./messages-api-server.ts";

/** The stand-in for the Messages API has to refuse what the real one refuses, or the tests prove nothing. */
let api: MessagesApiServer;
let anthropic: Anthropic;
beforeAll(async () => {
  api = await MessagesApiServer.start(() => [{ type: "text", text: "Yes." }]);
  anthropic = new Anthropic({ apiKey: "test", baseURL: api.url, maxRetries: 0 });
});
afterAll(() => api.stop());

const hi = { role: "user", content: "Hi" };
const call = { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "look", input: {} }] };
const result = { type: "tool_result", tool_use_id: "t1", content: "x" };
const tool = { name: "look", input_schema: { type: "object" } };
const mark = { cache_control: { type: "ephemeral" } };
const send = (params: object) =>
  anthropic.messages.create({
    model: "m",
    max_tokens: 1,
    messages: [hi],
    ...params,
  } as Anthropic.MessageCreateParamsNonStreaming);

describe("the stand-in for the Messages API", () => {
  test.each([
    ["no model", { model: "" }],
    ["no max_tokens", { max_tokens: undefined }],
    ["no messages", { messages: [] }],
    ["an assistant first", { messages: [{ role: "assistant", content: "a" }, hi] }],
    ["a system message", { messages: [{ role: "system", content: "a" }, hi] }],
    ["roles that do not alternate", { messages: [hi, hi] }],
    ["an assistant last", { messages: [hi, { role: "assistant", content: "a" }] }],
    ["empty text", { messages: [{ role: "user", content: [{ type: "text", text: "" }] }] }],
    ["white text", { messages: [{ role: "user", content: " \n" }] }],
    ["a call without a result", { messages: [hi, call, hi] }],
    ["a result without a call", { messages: [{ role: "user", content: [result] }] }],
    ["a result twice", { messages: [hi, call, { role: "user", content: [result, result] }] }],
    ["a result after text", { messages: [hi, call, { role: "user", content: [{ type: "text", text: "a" }, result] }] }],
    ["a call in a user's message", { messages: [{ role: "user", content: call.content }] }],
    [
      "thinking without a signature",
      { messages: [hi, { role: "assistant", content: [{ type: "thinking", thinking: "a" }] }, hi] },
    ],
    ["a member that is none", { memory: true }],
    ["system text that is empty", { system: [{ type: "text", text: "" }] }],
    ["five breakpoints", { system: Array.from({ length: 5 }, () => ({ type: "text", text: "a", ...mark })) }],
    ["a breakpoint of another kind", { system: [{ type: "text", text: "a", cache_control: { type: "long" } }] }],
    ["a choice without tools", { tool_choice: { type: "any" } }],
    ["a choice of a tool that is not there", { tools: [tool], tool_choice: { type: "tool", name: "find" } }],
    ["two tools of a name", { tools: [tool, tool] }],
    ["a tool without an object", { tools: [{ name: "look", input_schema: { type: "string" } }] }],
    ["too high a temperature", { temperature: 2 }],
  ])("refuses %s", async (_, params) => {
    await expect(send(params)).rejects.toMatchObject({
      status: 400,
      error: { error: { type: "invalid_request_error" } },
    });
  });

  test("takes what is right, with tools, results, breakpoints and system text", async () => {
    const system = [{ type: "text", text: "a", ...mark }];
    const messages = [
      hi,
      call,
      {
        role: "user",
        content: [
          { ...result, ...mark },
          { type: "text", text: "b", ...mark },
        ],
      },
    ];
    const { stop_reason, usage } = await send({
      system,
      messages,
      tools: [{ ...tool, ...mark }],
      tool_choice: { type: "auto" },
    });
    expect(stop_reason).toBe("end_turn");
    expect(usage.input_tokens).toBeGreaterThan(10);
    expect(
      (await anthropic.messages.countTokens({ model: "m", messages: [{ role: "user", content: "Hi" }] })).input_tokens,
    ).toBeGreaterThan(0);
  });

  test.each([400, 401, 403, 404, 413, 429, 500, 529])("fails with %i as the API does", async (status) => {
    api.follow(() => failing(status, 7));
    const failure = await send({}).catch((error) => error);
    expect(failure).toBeInstanceOf(Anthropic.APIError);
    expect({ status: failure.status, after: failure.headers.get("retry-after") }).toEqual({ status, after: "7" });
  });

  test("streams what it says in its events, calls too, and with the reason why it stopped", async () => {
    const content = [{ type: "text" as const, text: "One, two, three." }, toolCall("look", { deep: [1, "二"] })];
    api.follow(() => reply(content, "max_tokens"));
    const stream = anthropic.messages.stream({
      model: "m",
      max_tokens: 1,
      messages: [{ role: "user", content: "Hi" }],
    });
    const types: string[] = [];
    stream.on("streamEvent", ({ type }) => types.push(type));
    expect(await stream.finalMessage()).toMatchObject({ content, stop_reason: "max_tokens" });
    expect([types[0], types.at(-2), types.at(-1)]).toEqual(["message_start", "message_delta", "message_stop"]);
    expect(types.filter((type) => type === "content_block_delta").length).toBeGreaterThan(3);
  });

  test.each([
    ["an error event", failingMidStream([{ type: "text", text: "One, two, three." }], 4)],
    ["a lost connection", cutAfter([{ type: "text", text: "One, two, three." }], 4)],
    ["nothing", hangingUp],
  ])("breaks off with %s", async (_, scripted) => {
    api.follow(() => scripted);
    const stream = anthropic.messages.stream({
      model: "m",
      max_tokens: 1,
      messages: [{ role: "user", content: "Hi" }],
    });
    await expect(stream.finalMessage()).rejects.toThrow();
  });
});
