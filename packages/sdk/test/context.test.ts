import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ContextManager, type ContextMessage, ContextTooLargeError, measureHealth } from "../src/context/index.ts";
import { MessagesApiServer } from "./messages-api-server.ts";

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
const user = (content: string): ContextMessage => ({ role: "user", content });
const assistant = (content: string): ContextMessage => ({ role: "assistant", content });
const call = (id: string, input: object = {}): ContextMessage => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name: "look", input }],
});
const result = (id: string, content = "found"): ContextMessage => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content }],
});
const textsOf = (messages: readonly ContextMessage[]) =>
  messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));

/** A budget in words, without a reserve: what a message of n words costs is n + 4. */
function inWords(maxTokens: number) {
  return new ContextManager({ maxTokens, reserve: 0, countTokens: words });
}

function filled(manager: ContextManager, messages: readonly ContextMessage[]): ContextManager {
  for (const message of messages) manager.addMessage(message);
  return manager;
}

describe("the system text", () => {
  test("is each block in its words and its order, whenever it was added", () => {
    const manager = new ContextManager({ maxTokens: 10_000 });
    manager.addMessage(user("Why?"));
    manager.addSample("rows.csv", "a,b\n1,2\n");
    manager.addSnippet("src/pay.ts", "const a = 1;", { version: 3 });
    manager.addSnippet("odd", "```\nfenced\n```", { language: "md" });
    manager.setState({ file: "pay.ts", step: 2 });
    manager.setConfig({ domain: "billing", precision: "high", outputFormat: "markdown" });
    manager.addMessage({ role: "system", content: "Be brief." });
    expect(manager.build().system.map(({ text }) => text)).toEqual([
      "Be brief.",
      "SYSTEM_CONFIG: domain=billing, precision=high, outputFormat=markdown",
      "STATE_ANCHOR: file=pay.ts|step=2",
      "CODE_SNIPPET: src/pay.ts (3)\n```typescript\nconst a = 1;\n```",
      "CODE_SNIPPET: odd\n````md\n```\nfenced\n```\n````",
      "DATA_SAMPLE: rows.csv\n```csv\na,b\n1,2\n```",
    ]);
  });

  test("has its cache breakpoint after what stays: before the state, at the end without one", () => {
    const manager = new ContextManager({ maxTokens: 10_000 }).setConfig({ domain: "x" }).addSnippet("a.ts", "a");
    const marked = () => manager.build().system.map((block) => "cache_control" in block);
    manager.addMessage(user("Why?"));
    expect(marked()).toEqual([false, true]);
    manager.setState({ step: 1 });
    expect(marked()).toEqual([true, false, false]);
    manager.setConfig({});
    expect(marked()).toEqual([false, false]);
  });

  test("holds one state and one snippet of a name: the latest", () => {
    const manager = new ContextManager({ maxTokens: 10_000 }).addMessage(user("Why?"));
    manager.setState({ file: "a", step: 1 }).setState({ step: 2 });
    manager.addSnippet("a.py", "old", { version: 1 }).addSnippet("a.py", "new", { version: 2 });
    expect(manager.build().system.map(({ text }) => text)).toEqual([
      "STATE_ANCHOR: step=2",
      "CODE_SNIPPET: a.py (2)\n```python\nnew\n```",
    ]);
    expect(manager.setState({}).build().system).toHaveLength(1);
  });

  test.each([
    ["a key that is not declared", () => new ContextManager({ maxTokens: 9 }).setState({ mood: "x" })],
    ["a value with a space", () => new ContextManager({ maxTokens: 9 }).setState({ file: "a b" })],
    ["a value with |", () => new ContextManager({ maxTokens: 9 }).setState({ file: "a|b" })],
    ["a value with =", () => new ContextManager({ maxTokens: 9 }).setState({ file: "a=b" })],
    ["an empty value", () => new ContextManager({ maxTokens: 9 }).setState({ file: "" })],
    ["a configuration of two lines", () => new ContextManager({ maxTokens: 9 }).setConfig({ domain: "a\nb" })],
    ["a snippet without text", () => new ContextManager({ maxTokens: 9 }).addSnippet("a", " ")],
    ["a name of two lines", () => new ContextManager({ maxTokens: 9 }).addSnippet("a\nb", "x")],
    ["a message of no role", () => new ContextManager({ maxTokens: 9 }).addMessage({ role: "tool" } as never)],
    ["an empty message", () => new ContextManager({ maxTokens: 9 }).addMessage(user(" "))],
    ["no budget", () => new ContextManager({ maxTokens: 0 })],
    ["a reserve of all", () => new ContextManager({ maxTokens: 9, reserve: 1 })],
    ["no user message", () => new ContextManager({ maxTokens: 9 }).build()],
    ["a call without a result", () => filled(inWords(99), [user("a"), call("1"), user("b")]).build()],
    ["a result without a call", () => filled(inWords(99), [user("a"), result("1")]).build()],
  ])("refuses %s", (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: "StelaError" }));
  });

  test("takes other keys of a state when they are declared", () => {
    const manager = new ContextManager({ maxTokens: 99, stateKeys: ["branch"] }).addMessage(user("Why?"));
    expect(manager.setState({ branch: "main" }).build().system[0]?.text).toBe("STATE_ANCHOR: branch=main");
    expect(() => manager.setState({ file: "a" })).toThrow("branch");
  });
});

describe("the budget", () => {
  test("is maxTokens without the reserve", () => {
    const manager = new ContextManager({ maxTokens: 1_000 }).addMessage(user("Why?"));
    expect(manager.build().report).toMatchObject({ budget: 950, exactTokens: null });
  });

  test("leaves all as it is while all fits, but for greetings", () => {
    const messages = [
      user("你好！"),
      assistant("Hello! How can I help you today?"),
      user("one two"),
      assistant("A. B."),
      user("Hi"),
    ];
    const { messages: built, report } = filled(inWords(1_000), messages).build();
    expect(textsOf(built)).toEqual(["one two", "A. B.", "Hi"]);
    expect(report.dropped).toMatchObject([
      { kind: "user", index: 0, reason: "greeting" },
      { kind: "assistant", index: 1, reason: "greeting" },
    ]);
  });

  test("is an error that says the figures when the last user message alone is over it", () => {
    const manager = filled(inWords(7), [user("one"), assistant("two"), user("a b c d")]);
    expect(() => manager.build()).toThrow(ContextTooLargeError);
    expect(() => manager.build()).toThrow(expect.objectContaining({ tokens: 8, budget: 7 }));
  });

  test("keeps of assistant turns before the latest two their first sentence, e.g. this one", () => {
    const long = "Use e.g. a map. It is fast. It is small.";
    const messages = [1, 2, 3].flatMap((turn) => [user(`q${turn}`), assistant(`${turn} ${long}`)]);
    const { messages: built, report } = filled(inWords(60), [...messages, user("last")]).build();
    expect(textsOf(built)).toEqual(["q1", "1 Use e.g. a map.", "q2", `2 ${long}`, "q3", `3 ${long}`, "last"]);
    expect(report.cut).toMatchObject([
      { kind: "assistant", index: 1, reason: "first_sentence", tokens: 15, keptTokens: 9 },
    ]);
    expect(report.dropped).toEqual([]);
  });

  test("cuts the last one in at a line, and says so", () => {
    const lines = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");
    const manager = inWords(40).addSnippet("a.ts", lines).addMessage(user("Why so?"));
    const { system, report } = manager.build();
    expect(system[0]?.text).toMatch(
      /^CODE_SNIPPET: a\.ts \[cut: lines 1 to \d+ of 50\]\n```typescript\nline 0\n[\s\S]*\n```$/,
    );
    expect(report.cut).toMatchObject([{ kind: "snippet", name: "a.ts", reason: "budget" }]);
    expect(report.tokens).toBeLessThanOrEqual(40);
    expect(report.tokens).toBeGreaterThan(30);
  });

  test("leaves out what is mostly white instead of cutting it", () => {
    const sparse = Array.from({ length: 50 }, () => `a${" ".repeat(20)}`).join("\n");
    const { system, report } = inWords(20).addSnippet("a.ts", sparse).addMessage(user("Why?")).build();
    expect(system).toEqual([]);
    expect(report.dropped).toMatchObject([{ kind: "snippet", name: "a.ts", reason: "budget" }]);
  });

  test("never parts a call from its results, and keeps the question that the last ones answer", () => {
    const messages = [user("old"), call("1"), result("1"), user("question"), call("2"), result("2", "x ".repeat(10))];
    const { messages: built } = filled(inWords(29), messages).build();
    expect(textsOf(built)).toEqual(["question", expect.stringContaining('"id":"2"'), expect.stringContaining("x x")]);
  });

  test("joins neighbours whose message between was left out", () => {
    const messages = [user("aaaa bbbb"), assistant("a b c d e f g h i j k l m n o p"), user("cccc")];
    const { messages: built } = filled(inWords(15), messages).build();
    expect(built).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "aaaa bbbb" },
          { type: "text", text: "cccc" },
        ],
      },
    ]);
  });

  test("does not begin with an assistant's turn", () => {
    const { messages, report } = filled(inWords(99), [assistant("Ready to begin."), user("Go on then")]).build();
    expect(textsOf(messages)).toEqual(["Go on then"]);
    expect(report.dropped).toMatchObject([{ kind: "assistant", index: 0, reason: "before_user" }]);
  });
});

test("health tells which anchors and snippets a response names, and what share of the tokens was of use", () => {
  const manager = inWords(1_000).setState({ file: "pay.ts", step: 3 });
  manager.addSnippet("src/pay.ts", "a b c d").addSnippet("src/tax.ts", "e f").addMessage(user("Why is it wrong?"));
  const built = manager.build();
  expect(measureHealth("In pay.ts, line 13 rounds twice.", built)).toEqual({
    anchorHitRate: 0.5,
    snippetCitationRate: 0.5,
    tokenEfficiency: (built.report.tokens - 6) / built.report.tokens,
  });
  expect(measureHealth({ content: [{ type: "text", text: "步骤3在tax.ts里" }] as never }, built)).toMatchObject({
    anchorHitRate: 0.5,
    snippetCitationRate: 0.5,
  });
  expect(measureHealth("x", inWords(99).addMessage(user("Why?")).build())).toMatchObject({
    anchorHitRate: null,
    snippetCitationRate: null,
    tokenEfficiency: 1,
  });
});

describe("with Anthropic's client", () => {
  let api: MessagesApiServer;
  let anthropic: Anthropic;
  beforeAll(async () => {
    api = await MessagesApiServer.start(() => [{ type: "text", text: "Yes." }]);
    anthropic = new Anthropic({ apiKey: "test", baseURL: api.url, maxRetries: 0 });
  });
  afterAll(() => api.stop());

  const conversation = [1, 2, 3, 4, 5, 6].flatMap((turn) => [
    user(`Question ${turn}: why does the total of invoice ${turn} differ from the sum of its lines?`),
    call(`toolu_${turn}`, { invoice: turn }),
    result(`toolu_${turn}`, `line one\nline two\nline three of ${turn}`),
    assistant(
      `It is rounded twice in invoice ${turn}. First by line. Then in the total, which is where the cent comes from.`,
    ),
  ]);

  test("what is built is accepted as it is, with Anthropic's own types", async () => {
    for (const maxTokens of [60, 150, 300, 2_000]) {
      const manager = new ContextManager({ maxTokens }).setConfig({ domain: "billing" }).setState({ step: 1 });
      filled(manager.addSnippet("a.ts", "const a = 1;\n".repeat(20)), [...conversation, user("And invoice 7?")]);
      const { system, messages } = manager.build();
      const reply = await anthropic.messages.create({ model: "claude-test", max_tokens: 10, system, messages });
      expect(reply.stop_reason).toBe("end_turn");
    }
    const typed = new ContextManager<Anthropic.MessageParam>({ maxTokens: 10_000 });
    typed.addMessage({
      role: "user",
      content: [{ type: "image", source: { type: "url", url: "https://x.test/a.png" } }],
    });
    const { messages, report } = typed.build();
    expect(report.tokens).toBeGreaterThan(1_000);
    expect((await anthropic.messages.create({ model: "claude-test", max_tokens: 10, messages })).id).toMatch(/^msg_/);
  });

  test("buildExactly is within the budget by Anthropic's count, where the estimate was too low", async () => {
    const manager = new ContextManager({ maxTokens: 400, countTokens: (text) => Math.ceil(text.length / 40) });
    filled(manager, [...conversation, user("And invoice 7?")]);
    const { report, messages } = await manager.buildExactly(anthropic, { model: "claude-test" });
    expect(report.exactTokens).toBeLessThanOrEqual(report.budget);
    expect(report.exactTokens).toBeGreaterThan(report.tokens);
    expect(messages.length).toBeGreaterThan(2);
  });
});
