import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type ClaudeMemoryTool, createClaudeMemoryTool } from "../src/anthropic/index.ts";
import { Stela, StelaError } from "../src/index.ts";
import { Agent } from "./agent.ts";
import { memoryCall } from "./messages-api-server.ts";
import { type Behaviour, hangUp, json, problem, type Received, ScriptedServer, silence } from "./scripted-server.ts";

let server: ScriptedServer;
let agent: Agent;
let tool: ClaudeMemoryTool;

beforeAll(async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.02);
  server = await ScriptedServer.start();
  agent = await Agent.start();
});
afterAll(() => Promise.all([server.stop(), agent.stop()]));
beforeEach(() => {
  tool = newTool();
});

const newTool = (options = {}) =>
  createClaudeMemoryTool("stl_test", { containerTag: "box", baseUrl: server.url, timeoutMs: 200, ...options });
const answer = (content: string, more: object = {}) => json({ content, isError: false, ...more });
const refusal = (content: string) => json({ content, isError: true });
const view = { command: "view", path: "/memories/a" };
const insert = { command: "insert", path: "/memories/a", insert_line: 0, insert_text: "x" };
const create = { command: "create", path: "/memories/a", file_text: "x" };
const headers = (name: string) => server.received.map((received) => received.headers[name]);

describe("through toolRunner", () => {
  test.each([false, true])("the text of an answer reaches the model untouched (stream: %s)", async (stream) => {
    server.script(answer("  a\n\ttext ✓ \n"), refusal("Error: File /memories/a already exists"));
    expect(await agent.calls(tool, [view, create], 1, { stream })).toMatchObject([
      { type: "tool_result", content: "  a\n\ttext ✓ \n" },
      { type: "tool_result", content: "Error: File /memories/a already exists", is_error: true },
    ]);
  });

  test("the definition has nothing but what the Messages API knows", async () => {
    server.script(answer(""));
    await agent.calls(newTool({ extraProps: { cache_control: { type: "ephemeral" } } }), [view], 1);
    const definition = { type: "memory_20250818", name: "memory", cache_control: { type: "ephemeral" } };
    expect(agent.sentTools).toEqual([definition]);
    expect(JSON.parse(JSON.stringify(newTool()))).toEqual({ type: "memory_20250818", name: "memory" });
  });

  test.each(["list", "toString", "constructor", "__proto__", "hasOwnProperty", 5, null, undefined, "VIEW"])(
    "the command %j goes to the server as the model sent it",
    async (command) => {
      server.script(refusal("Error: Unknown command"));
      const input = { command, path: "/memories", nested: { b: [1, { z: 0, a: null }] } };
      expect(await agent.calls(tool, [input], 1)).toMatchObject([
        { content: "Error: Unknown command", is_error: true },
      ]);
      expect(JSON.parse(server.received[0]?.body ?? "")).toEqual(JSON.parse(JSON.stringify(input)));
    },
  );

  test("five calls of one reply run one after another, in order, whatever becomes of each", async () => {
    let running = 0;
    let most = 0;
    const slowly =
      (behaviour: Behaviour): Behaviour =>
      async (response, received) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 30));
        running -= 1;
        await behaviour(response, received);
      };
    server.script(...[answer("1"), problem(401, "unauthorized"), hangUp, refusal("4"), answer("5")].map(slowly));
    const inputs = [1, 2, 3, 4, 5].map((n) => ({ ...create, file_text: String(n) }));
    const results = await agent.calls(newTool({ maxRetries: 0 }), inputs, 5);
    expect(server.received.map(({ body }) => JSON.parse(body).file_text)).toEqual(["1", "2", "3", "4", "5"]);
    expect(results.map(({ is_error }) => is_error ?? false)).toEqual([false, true, true, true, false]);
    expect(most).toBe(1);
  });

  test("the tool is what the runner needs and three ways to use it by hand, nothing else", () => {
    const names = ["execute", "handleCommand", "handleCommandForToolResult", "name", "parse", "run", "type"];
    expect(Object.keys(tool).sort()).toEqual(names);
  });
});

describe("a failure of the service", () => {
  const text = (reason: string, outcome = "Nothing was changed.") =>
    `Error: The memory service is unavailable (${reason}). ${outcome}`;
  const unknown = "It is not known whether the change was made. View the path before you try again.";

  test.each([
    [problem(401, "unauthorized"), "unauthorized"],
    [problem(403, "forbidden"), "forbidden"],
    [problem(404, "not_found"), "not found"],
    [problem(413, "too_large"), "request too large"],
    [problem(422, "validation_failed"), "refused"],
    [problem(429, "rate_limited"), "rate limited"],
    [problem(429, "quota_exceeded"), "quota exceeded"],
    [problem(500, "internal"), "server error"],
    [problem(503, "unavailable"), "server error"],
  ])("that the API answers itself changed nothing (%#: %s)", async (behaviour, reason) => {
    server.script(behaviour);
    expect(await agent.calls(tool, [create], 1)).toMatchObject([{ content: text(reason), is_error: true }]);
  });

  test("with nobody listening changed nothing, and tells no address, key or stack", async () => {
    const gone = await ScriptedServer.start();
    const nobody = newTool({ baseUrl: gone.url });
    await gone.stop();
    expect(await agent.calls(nobody, [create], 1)).toMatchObject([{ content: text("network"), is_error: true }]);
  });

  test.each([
    [hangUp, "network"],
    [silence, "timeout"],
    [problem(504, "x"), "server error"],
    [problem(422, "idempotency_mismatch"), "refused"],
    [json({ hello: "world" }), "network"],
  ])("that leaves a write's outcome open says so (%#: %s)", async (behaviour, reason) => {
    server.script(behaviour);
    expect(await agent.calls(tool, [create], 1)).toMatchObject([{ content: text(reason, unknown), is_error: true }]);
  });

  test("stays open when a later attempt was refused", async () => {
    server.script(hangUp, problem(429, "quota_exceeded"));
    expect(await agent.calls(tool, [create], 1)).toMatchObject([{ content: text("quota exceeded", unknown) }]);
  });

  test.each([hangUp, silence, problem(503, "unavailable")])(
    "of a view changed nothing in any case (%#)",
    async (behaviour) => {
      server.script(behaviour);
      const [result] = await agent.calls(tool, [view], 1);
      expect(result?.content).toMatch(
        /^Error: The memory service is unavailable \((network|timeout|server error)\)\. Nothing was changed\.$/,
      );
    },
  );

  test("is told only after the client's retries, which keep the idempotency key", async () => {
    server.script(hangUp, problem(503, "unavailable"), answer("File created successfully at: /memories/a"));
    expect(await agent.calls(tool, [create], 1)).toMatchObject([
      { content: "File created successfully at: /memories/a" },
    ]);
    expect(server.received).toHaveLength(3);
    expect(new Set(headers("idempotency-key")).size).toBe(1);
  });

  test("of an input that is no JSON is a refusal too, and nothing is thrown", async () => {
    const circular: { self?: object } = {};
    circular.self = circular;
    for (const input of [circular, { n: 1n }]) {
      expect(await tool.handleCommand(input)).toEqual({ success: false, error: text("invalid request") });
    }
  });

  test("an abort of the runner ends the command", async () => {
    const controller = new AbortController();
    server.script(() => controller.abort());
    await expect(agent.calls(tool, [create], 1, { signal: controller.signal })).rejects.toThrow();
    expect(server.received).toHaveLength(1);
  });
});

describe("the idempotency key", () => {
  const keyOf = async (input: object, toolUseId = "toolu_1", theTool = newTool()) => {
    server.script(answer(""));
    await theTool.handleCommandForToolResult(input, toolUseId);
    return server.received[0]?.headers["idempotency-key"];
  };

  test("is the same for the same call in any process, and after the input's members changed places", async () => {
    const key = await keyOf(create);
    expect(key).toMatch(/^toolu_1\.[0-9a-f]{32}$/);
    expect(await keyOf({ file_text: "x", path: "/memories/a", command: "create" })).toBe(key);
    expect(server.received[0]?.body).toBe('{"command":"create","file_text":"x","path":"/memories/a"}');
  });

  test("differs with the id, the input and the container", async () => {
    const keys = [
      await keyOf(create),
      await keyOf(create, "toolu_2"),
      await keyOf({ ...create, file_text: "y" }),
      await keyOf(create, "toolu_1", newTool({ containerTag: "box2" })),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  test("is a header's worth of any id", async () => {
    for (const id of ["", "é", "a b", "x".repeat(1_000), "a\nb"])
      expect(await keyOf(create, id)).toMatch(/^tool\.[0-9a-f]{32}$/);
  });

  test("comes from the tool_use block in toolRunner, and is left out of a view", async () => {
    server.script(answer(""));
    const call = memoryCall(create);
    await agent.run(tool, [[call, memoryCall(view)]]);
    expect(headers("idempotency-key")).toEqual([
      expect.stringMatching(call.type === "tool_use" ? `^${call.id}\\.` : ""),
      undefined,
    ]);
  });
});

describe("insert", () => {
  const script = (...answers: [version: number | undefined, isError?: boolean][]) => {
    server.script(
      ...answers.map(([version, isError = false]) => json({ content: "", isError, path: "/memories/a", version })),
    );
  };
  const ifMatch = async (...inputs: object[]) => {
    for (const input of inputs) await tool.handleCommand(input);
    return headers("if-match");
  };
  const replace = { command: "str_replace", path: "/memories/a", old_str: "a", new_str: "b" };

  test("asks for the version that was shown, whatever way the path is written", async () => {
    script([7], [8]);
    expect(await ifMatch(view, { ...insert, path: "/memories//a/" })).toEqual([undefined, '"7"']);
  });

  test("asks for none before anything was shown", async () => {
    script([7]);
    expect(await ifMatch(insert)).toEqual([undefined]);
  });

  test("follows the model's own writes while nobody else writes", async () => {
    script([1], [2], [3], [4]);
    expect(await ifMatch(create, insert, replace, insert)).toEqual([undefined, '"1"', undefined, '"3"']);
  });

  test("keeps asking for the version shown once somebody else has written in between", async () => {
    script([7], [9], [undefined, true], [undefined, true], [10], [11]);
    expect(await ifMatch(view, replace, insert, insert, view, insert)).toEqual([
      undefined,
      undefined,
      '"7"',
      '"7"',
      undefined,
      '"10"',
    ]);
  });

  test.each([
    [{ command: "delete", path: "/memories/a" }],
    [{ command: "delete", path: "/memories/" }],
    [{ command: "rename", old_path: "/memories/a", new_path: "/memories/b" }],
    [{ command: "rename", old_path: "/memories/b", new_path: "/memories//a" }],
  ])("asks for none after %j", async (forgetting) => {
    script([7], [undefined], [1]);
    expect(await ifMatch(view, forgetting, insert)).toEqual([undefined, undefined, undefined]);
  });

  test("does not forget a neighbour whose name only begins alike", async () => {
    script([7], [undefined], [8]);
    const neighbour = { command: "delete", path: "/memories/a.b" };
    expect(await ifMatch(view, neighbour, insert)).toEqual([undefined, undefined, '"7"']);
  });

  test("that is run again asks for what it asked for the first time, so that it is the same request", async () => {
    script([7], [8], [8]);
    await tool.handleCommand(view);
    await tool.handleCommandForToolResult(insert, "toolu_1");
    await tool.handleCommandForToolResult(insert, "toolu_1");
    expect(headers("if-match")).toEqual([undefined, '"7"', '"7"']);
  });

  test("does not learn from a refused command", async () => {
    script([7], [9, true], [8]);
    expect(await ifMatch(view, view, insert)).toEqual([undefined, undefined, '"7"']);
  });
});

describe("by hand", () => {
  test("handleCommand gives success and content, or the refusal as it is", async () => {
    server.script(answer("shown"), refusal("Error: no"));
    const { handleCommand } = tool;
    expect(await handleCommand(view)).toEqual({ success: true, content: "shown" });
    expect(await handleCommand(view)).toEqual({ success: false, error: "Error: no" });
  });

  test("handleCommandForToolResult gives a tool_result block", async () => {
    server.script(answer("shown"), refusal("Error: no"));
    const result = { type: "tool_result", tool_use_id: "toolu_1" };
    expect(await tool.handleCommandForToolResult(view, "toolu_1")).toEqual({
      ...result,
      content: "shown",
      is_error: false,
    });
    expect(await tool.handleCommandForToolResult(view, "toolu_1")).toEqual({
      ...result,
      content: "Error: no",
      is_error: true,
    });
  });

  test("execute gives the text, and throws a refusal that reads as the text", async () => {
    server.script(answer("shown"), refusal("Error: no"));
    expect(await tool.execute(view, { toolCallId: "call_1" })).toBe("shown");
    const error = await tool.execute(create, { toolCallId: "call_1" }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe("Error: no");
    expect(server.received[1]?.headers["idempotency-key"]).toMatch(/^call_1\./);
  });
});

describe("options", () => {
  const sent = async (theTool: ClaudeMemoryTool): Promise<Received | undefined> => {
    server.script(answer(""));
    await theTool.handleCommand(create);
    return server.received[0];
  };

  test("go with every command", async () => {
    const received = await sent(newTool({ session: "run-1", model: "claude", onExisting: "overwrite" }));
    expect(received?.url).toBe("/v1/containers/box/memory?onExisting=overwrite");
    expect(received?.headers).toMatchObject({
      "stela-session": "run-1",
      "stela-model": "claude",
      authorization: "Bearer stl_test",
    });
  });

  test("a client can be shared, and the tool's options win over its own", async () => {
    const client = new Stela({ apiKey: "stl_shared", baseUrl: server.url, session: "client" });
    expect((await sent(createClaudeMemoryTool(client, { containerTag: "box" })))?.headers).toMatchObject({
      authorization: "Bearer stl_shared",
      "stela-session": "client",
    });
    const named = createClaudeMemoryTool(client, { containerTag: "box", session: "tool" });
    expect((await sent(named))?.headers).toMatchObject({ "stela-session": "tool" });
  });

  test.each([
    ["no key and no client", undefined, {}],
    ["a client with another address", new Stela({ apiKey: "k", baseUrl: "http://x" }), { baseUrl: "http://y" }],
  ])("%s is refused", (_, client, options) => {
    expect(() => createClaudeMemoryTool(client as unknown as string, options)).toThrow(StelaError);
  });
});
