import { transcriptOf } from "@stela/core/extraction/conversation";
import { extractionRequest } from "@stela/core/extraction/prompt";
import { type Reply, readReply } from "@stela/core/extraction/read-reply";
import type { WriteOptions } from "../options.ts";
import type { Extraction, FactsBody, Remembered } from "../types.ts";
import type { SaidMessage } from "./said-message.ts";
import { dueTurns, type TriggerOptions } from "./triggers.ts";

/** Anthropic's client, as far as an extraction goes. */
export interface ExtractingClaude {
  readonly messages: {
    // biome-ignore lint/suspicious/noExplicitAny: the client's own types are wider than what is sent and read here.
    create(request: any, options?: any): PromiseLike<any>;
  };
}

/** What the extractor needs of a client. */
export interface FactsClient {
  readonly facts: { remember(body: FactsBody, options?: WriteOptions): PromiseLike<Remembered> };
}

export interface ExtractorOptions extends TriggerOptions {
  /** Your own client: its key, its address, its retries. */
  readonly anthropic: ExtractingClaude;
  readonly client: FactsClient;
  readonly containerTag: string;
  /** The model that reads; a small one by default. */
  readonly model?: string;
  /** The agent run that the facts belong to. */
  readonly session?: string;
  /** Told of a failure of `afterTurn` and `summarizeSession`, which never reject. */
  readonly onMemoryError?: (error: unknown) => void;
}

/** Where extractions of a conversation are made: from your own client, or by the API. */
export interface Extractor {
  /** Reads these messages now. @throws what Anthropic's client and Stela's throw; then nothing is stored. */
  extract(messages: readonly SaidMessage[]): Promise<Extraction>;
  /** To be called after each turn, with the whole conversation: reads its latest turns when it is time to, and otherwise gives null. Never rejects. */
  afterTurn(messages: readonly SaidMessage[]): Promise<Extraction | null>;
  /** To be called at the end, with the whole conversation, which it reads once more. Never rejects. */
  summarizeSession(messages: readonly SaidMessage[]): Promise<Extraction | null>;
}

const DEFAULT_MODEL = "claude-haiku-4-5";
/** What fits into a small model's context. Of a longer conversation the newest turns are read. */
const MOST_CHARACTERS = 160_000;

/**
 * Finds the facts of conversations with your own Anthropic client and remembers them in a container. What `recall` put into the
 * conversation is cut out first, so nothing is remembered twice.
 *
 * @example
 * const extractor = createExtractor({ anthropic, client: stela, containerTag: "user:42" });
 * const extraction = await extractor.afterTurn(messages); // null when it was not time to read
 */
export function createExtractor(options: ExtractorOptions): Extractor {
  const { anthropic, client, containerTag, model = DEFAULT_MODEL, session } = options;
  return extractorOf(async (messages) => {
    const transcript = transcriptOf(messages, MOST_CHARACTERS);
    const none = { model, requests: 0, inputTokens: 0, outputTokens: 0 };
    if (transcript === null) return { results: [], dropped: [], stopReason: "not_asked", usage: none };
    const reply: Reply = await anthropic.messages.create(extractionRequest(model, transcript));
    const { facts, ...about } = readReply(reply);
    if (facts.length === 0) return { results: [], ...about };
    const { results } = await client.facts.remember({ containerTag, facts }, { session, model });
    return { results, ...about };
  }, options);
}

export function extractorOf(
  extract: Extractor["extract"],
  { onMemoryError, ...triggers }: TriggerOptions & Pick<ExtractorOptions, "onMemoryError">,
): Extractor {
  const safely = async (messages: readonly SaidMessage[] | null) => {
    try {
      return messages === null ? null : await extract(messages);
    } catch (error) {
      onMemoryError?.(error);
      return null;
    }
  };
  return {
    extract,
    afterTurn: (messages) => safely(dueTurns(messages, triggers)),
    summarizeSession: (messages) => safely(messages),
  };
}
