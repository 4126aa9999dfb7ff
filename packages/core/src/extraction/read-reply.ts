import { LIMITS } from "../limits.ts";
import { type DroppedFact, type ExtractedFact, readFact } from "./fact.ts";

/** A message of the Messages API, as far as it is read here. */
export interface Reply {
  readonly content: readonly { readonly type: string; readonly text?: unknown; readonly input?: unknown }[];
  readonly stop_reason: string | null;
  readonly model: string;
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cache_creation_input_tokens?: number | null;
    readonly cache_read_input_tokens?: number | null;
  };
}

/** What a model was asked and what it cost. */
interface ExtractionUsage {
  readonly model: string;
  readonly requests: number;
  /** Those read from a cache and written to one included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ReadReply {
  readonly facts: ExtractedFact[];
  readonly dropped: DroppedFact[];
  /** `tool_use` is the usual one; after `max_tokens` and `refusal` there may be more that was not told. */
  readonly stopReason: string;
  readonly usage: ExtractionUsage;
}

/**
 * Reads the facts of a reply: of the tool's input, or of JSON in its text, with or without a fence. Of an answer that was cut off those
 * that are complete.
 */
export function readReply({ content, stop_reason: stopReason, model, usage }: Reply): ReadReply {
  const called = content.filter(({ type }) => type === "tool_use").flatMap(({ input }) => itemsOf(input));
  const written = content.flatMap(({ type, text }) =>
    type === "text" && typeof text === "string" ? objectsIn(text) : [],
  );
  const items = called.length > 0 ? called : written;
  const facts: ExtractedFact[] = [];
  const dropped: DroppedFact[] = [];
  for (const [index, item] of items.entries()) {
    const fact = readFact(item);
    if (typeof fact === "string") dropped.push({ index, reason: fact });
    else if (facts.length === LIMITS.batchOperations) dropped.push({ index, reason: "too_many" });
    else facts.push(fact);
  }
  const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage;
  const inputTokens = input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
  return {
    facts,
    dropped,
    stopReason: stopReason ?? "unknown",
    usage: { model, requests: 1, inputTokens, outputTokens: output_tokens },
  };
}

/** The list, however the model packed it: as a list, as JSON in a text, as one fact alone. */
function itemsOf(input: unknown): unknown[] {
  if (typeof input === "string") return objectsIn(input);
  if (Array.isArray(input)) return input;
  if (typeof input !== "object" || input === null) return [];
  if ("facts" in input) {
    const { facts } = input;
    return isFactLike(facts) ? [facts] : itemsOf(facts);
  }
  return isFactLike(input) ? [input] : [];
}

function isFactLike(value: unknown): boolean {
  return typeof value === "object" && value !== null && "content" in value;
}

/** Every complete JSON object in a text that is like a fact, in one pass. What surrounds them does not matter. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = [];
  const open: number[] = [];
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isString) {
      if (sign === "\\") at++;
      else if (sign === '"' || sign === "\n") isString = false; // No string of JSON goes over a line: that was a quote in prose.
    } else if (sign === '"' && open.length > 0) isString = true;
    else if (sign === "{") open.push(at);
    else if (sign === "}") {
      const start = open.pop();
      if (start === undefined || at - start > MOST_OF_A_FACT) continue;
      const object = parsed(text.slice(start, at + 1));
      if (isFactLike(object)) found.push(object);
    }
  }
  return found;
}

/** Characters of the JSON of one fact. */
const MOST_OF_A_FACT = 20_000;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
