import fc from "fast-check";
import { expect, test } from "vitest";
import { densityOf, scoreOf } from "../src/context/auction.ts";
import { ContextManager, type ContextMessage, ContextTooLargeError } from "../src/context/index.ts";
import { estimateTokens, tokensOfMessage } from "../src/context/tokens.ts";
import { checkRequest, type MessagesRequest } from "./messages-api-rules.ts";

const line = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.constantFrom(
    "你好，这个函数为什么会失败？",
    "hi",
    "  \t  x",
    "Hello!",
    "const a = { b: 1 };",
    "好的。我改了。再试试。",
  ),
);
const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join("\n"));

/** A conversation as an agent has it: questions, calls with results, answers, in any order that the API takes. */
const conversation: fc.Arbitrary<ContextMessage[]> = fc
  .array(
    fc.oneof(
      text.map((content): ContextMessage[] => [{ role: "user", content }]),
      text.map((content): ContextMessage[] => [{ role: "assistant", content }]),
      fc.array(text, { minLength: 1, maxLength: 3 }).map((results) => calls(results)),
    ),
    { minLength: 1, maxLength: 14 },
  )
  .chain((turns) => text.map((content): ContextMessage[] => [...turns.flat(), { role: "user", content }]))
  .map(numbered);

function calls(results: readonly string[]): ContextMessage[] {
  return [
    {
      role: "assistant",
      content: results.map((input) => ({ type: "tool_use", id: "", name: "look", input: { input } })),
    },
    { role: "user", content: results.map((content) => ({ type: "tool_result", tool_use_id: "", content })) },
  ];
}

/** Gives each call an id of its own. */
function numbered(messages: readonly ContextMessage[]): ContextMessage[] {
  return messages.map(({ role, content }, index) => ({
    role,
    content:
      typeof content === "string"
        ? content
        : content.map((block, at) => {
            if (block.type === "tool_use") return { ...block, id: `toolu_${index}_${at}` };
            return block.type === "tool_result" ? { ...block, tool_use_id: `toolu_${index - 1}_${at}` } : block;
          }),
  }));
}

const input = fc.record({
  maxTokens: fc.integer({ min: 1, max: 900 }),
  messages: conversation,
  snippets: fc.array(fc.tuple(fc.constantFrom("a.ts", "b.py", "c"), text), { maxLength: 3 }),
  samples: fc.array(fc.tuple(fc.constantFrom("d.json", "e"), text), { maxLength: 2 }),
  instructions: fc.option(text, { nil: undefined }),
  step: fc.option(fc.integer(), { nil: undefined }),
});
type Input = typeof input extends fc.Arbitrary<infer Value> ? Value : never;

function build({ maxTokens, messages, snippets, samples, instructions, step }: Input) {
  const manager = new ContextManager({ maxTokens }).setConfig({ domain: "test" }).setState({ step });
  for (const [name, code] of snippets) manager.addSnippet(name, code);
  for (const [name, rows] of samples) manager.addSample(name, rows);
  if (instructions !== undefined) manager.addMessage({ role: "system", content: instructions });
  for (const message of messages) manager.addMessage(message);
  return manager.build();
}

/** All texts, inputs and results of messages, in order. */
function piecesOf(messages: readonly ContextMessage[]): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === "string"
      ? [content]
      : content.map((block) => (block.type === "text" ? block.text : JSON.stringify(block))),
  );
}

test("a request is within its budget, accepted by the API, in order, with its last user message whole; or there is a clear error", () => {
  let [built, refused, auctioned] = [0, 0, 0];
  fc.assert(
    fc.property(input, (drawn) => {
      let made: ReturnType<typeof build>;
      try {
        made = build(drawn);
      } catch (error) {
        if (!(error instanceof ContextTooLargeError)) throw error;
        expect(error.tokens).toBeGreaterThan(error.budget);
        refused++;
        return;
      }
      built++;
      const { system, messages, report } = made;
      // Never over the budget, and the report tells the truth of it.
      const tokens = system.reduce((sum, block) => sum + estimateTokens(block.text), 0);
      const all = messages.reduce((sum, message) => sum + tokensOfMessage(message, estimateTokens), tokens);
      expect(all).toBeLessThanOrEqual(report.tokens);
      expect(report.tokens).toBeLessThanOrEqual(report.budget);
      expect(report.budget).toBeLessThanOrEqual(drawn.maxTokens * 0.95);
      expect(Object.values(report.tokensByKind).reduce((sum, each) => sum + each)).toBe(report.tokens);

      // Roles alternate, pairs are whole, breakpoints are few: by the rules of the API.
      checkRequest({ model: "m", max_tokens: 1, system, messages } as unknown as MessagesRequest);

      // What is in is in its order, whole or its beginning; and the last message is whole.
      const sent = piecesOf(drawn.messages);
      const kept = piecesOf(messages);
      expect(kept.at(-1)).toBe(sent.at(-1));
      let at = -1;
      for (const piece of kept) {
        const beginning = piece.endsWith("\n[…]") ? piece.slice(0, -"\n[…]".length) : piece;
        at = sent.findIndex((whole, index) => index > at && whole.trim().startsWith(beginning.trim()));
        expect(at).toBeGreaterThanOrEqual(0);
      }

      // Nothing goes without a word: what is not in is in the report.
      const gone = report.dropped.flatMap(({ index, kind }) =>
        index === undefined ? [] : kind === "tool" ? [index, index + 1] : [index],
      );
      const left = drawn.messages.filter((_, index) => !gone.includes(index));
      expect(piecesOf(left)).toHaveLength(kept.length);
      if (report.dropped.some(({ reason }) => reason === "budget")) auctioned++;

      expect(build(drawn)).toEqual(made);
    }),
    { numRuns: 600 },
  );
  // The three ways were all walked.
  expect(Math.min(built - auctioned, refused, auctioned)).toBeGreaterThan(30);
}, 60_000);

test("when there is an auction, nothing that fits is left out for something that scores less and was placed after it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.lorem({ maxCount: 20 }), { minLength: 3, maxLength: 12 }),
      fc.integer({ min: 20, max: 60 }),
      (said, maxTokens) => {
        const manager = new ContextManager({ maxTokens, reserve: 0, countTokens: (each) => each.split(/\s+/).length });
        for (const content of said) manager.addMessage({ role: "user", content: `${content}` });
        manager.addMessage({ role: "user", content: "Last one?" });
        const { report } = manager.build();
        const worth = (index: number | undefined) => scoreOf("user", "user", said[index ?? 0] ?? "");
        const dropped = report.dropped.filter(({ reason }) => reason === "budget");
        // Nothing was cut, so what is out did not fit beside the better ones that are in.
        if (report.cut.length > 0) return;
        for (const { index, tokens } of dropped) {
          const better = said.flatMap((content, at) =>
            dropped.some((each) => each.index === at) || worth(at) < worth(index)
              ? []
              : [content.split(/\s+/).length + 4],
          );
          expect(better.reduce((sum, each) => sum + each, 6) + tokens).toBeGreaterThan(report.budget);
        }
      },
    ),
  );
});

test("the score is base · (1 + bonus) · (1 + density)", () => {
  fc.assert(
    fc.property(fc.string(), (drawn) => {
      const density = densityOf(drawn);
      expect(density).toBeGreaterThanOrEqual(0);
      expect(density).toBeLessThanOrEqual(1);
      expect(scoreOf("system", "snippet", drawn)).toBeCloseTo(1.5 * (1 + density));
      expect(scoreOf("system", "state", drawn)).toBeCloseTo(1.3 * (1 + density));
      expect(scoreOf("system", "config", drawn)).toBeCloseTo(1.2 * (1 + density));
      expect(scoreOf("system", "system", drawn)).toBeCloseTo(1 + density);
      expect(scoreOf("user", "user", drawn)).toBeCloseTo(0.8 * (1 + density));
      expect(scoreOf("assistant", "assistant", drawn)).toBeCloseTo(0.3 * (1 + density));
    }),
  );
  expect(densityOf("a b\n\t")).toBe(0.4);
  expect(densityOf("")).toBe(0);
});
