import { withoutRecalled } from "@stela/core/extraction/recalled";
import { StelaError, TimeoutError } from "../errors.ts";
import type { ExtractOptions, RequestOptions } from "../options.ts";
import type { ExtractBody, Extraction, RecallBody, Recalled } from "../types.ts";
import { type Extractor, extractorOf } from "./extractor.ts";
import type { SaidMessage } from "./said-message.ts";
import type { TriggerOptions } from "./triggers.ts";

/** What a conversation's memory needs of a client. */
export interface RecallClient {
  recall(body: RecallBody, options?: RequestOptions): PromiseLike<Recalled>;
  extract(body: ExtractBody, options?: ExtractOptions): PromiseLike<Extraction>;
}

export interface MemoryOptions extends TriggerOptions {
  readonly client: RecallClient;
  readonly containerTag: string;
  /** The agent run that what is remembered belongs to. */
  readonly session?: string;
  /** How recall chooses, and how much; false to recall nothing. */
  readonly recall?: false | Omit<RecallBody, "containerTag" | "query">;
  /** Longer than this a conversation does not wait for its memory. Milliseconds; 1,500 by default. */
  readonly recallTimeoutMs?: number;
  /** Who reads the conversation: by default the API, with its own model and key. False to remember nothing. */
  readonly extractor?: Pick<Extractor, "extract"> | false;
  /** Told of every failure of the memory. The conversation goes on without it. */
  readonly onMemoryError?: (error: unknown, during: "recall" | "extract") => void;
  readonly onRecalled?: (recalled: Recalled) => void;
  readonly onExtracted?: (extraction: Extraction) => void;
  /** Given the work that goes on after an answer, as a Worker's `ctx.waitUntil` takes it. */
  readonly waitUntil?: (work: Promise<void>) => void;
}

/** Of a query, in characters. */
const MOST_OF_A_QUERY = 1_000;
/** The API asks Claude meanwhile. */
const EXTRACT_TIMEOUT_MS = 90_000;

/** Recalls before an answer and remembers after it. Nothing here rejects, and nothing waits longer than it may. */
export class ConversationMemory {
  readonly #options: MemoryOptions;
  readonly #extractor: Extractor | null;

  constructor(options: MemoryOptions) {
    const { client, containerTag, session, extractor } = options;
    if (typeof client?.recall !== "function") throw new StelaError("Pass a Stela client as client");
    if (typeof containerTag !== "string" || containerTag === "") throw new StelaError("Pass a containerTag");
    this.#options = options;
    const byApi: Extractor["extract"] = async (messages) => {
      const body = { containerTag, messages: toBody(messages), ...(session === undefined ? {} : { session }) };
      return await client.extract(body, { timeoutMs: EXTRACT_TIMEOUT_MS });
    };
    const extract = extractor === false ? null : (extractor?.extract.bind(extractor) ?? byApi);
    const onMemoryError = (error: unknown) => this.#tell(error, "extract");
    this.#extractor = extract === null ? null : extractorOf(extract, { ...options, onMemoryError });
  }

  /** The block for a prompt; empty when there is nothing to recall, or it could not be had in time. */
  async recall(said: string): Promise<string> {
    const { client, containerTag, session, recall = {}, recallTimeoutMs: timeoutMs = 1_500 } = this.#options;
    const query = queryOf(said);
    if (recall === false || query === "") return "";
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TimeoutError(`Nothing was recalled within ${timeoutMs} ms`)), timeoutMs);
    });
    try {
      const options = { signal: controller.signal, maxRetries: 0, session };
      const recalled = await Promise.race([client.recall({ ...recall, containerTag, query }, options), tooLate]);
      if (typeof recalled?.text !== "string") throw new StelaError("The answer is not what recall gives");
      this.#call(() => this.#options.onRecalled?.(recalled));
      return recalled.text;
    } catch (error) {
      this.#tell(error, "recall");
      return "";
    } finally {
      clearTimeout(timer);
      controller.abort();
    }
  }

  /** Starts to read the conversation when it is time to. Comes back at once. */
  remember(messages: readonly SaidMessage[]): void {
    const work = this.#told(this.#extractor?.afterTurn(messages));
    this.#call(() => this.#options.waitUntil?.(work.then(() => undefined)));
  }

  /** Reads the whole of a conversation at its end. Null when that failed, or nothing is to be remembered. */
  async summarizeSession(messages: readonly SaidMessage[]): Promise<Extraction | null> {
    return await this.#told(this.#extractor?.summarizeSession(messages));
  }

  async #told(work: Promise<Extraction | null> | undefined): Promise<Extraction | null> {
    const extraction = (await work) ?? null;
    if (extraction !== null) this.#call(() => this.#options.onExtracted?.(extraction));
    return extraction;
  }

  #tell(error: unknown, during: "recall" | "extract"): void {
    this.#call(() => this.#options.onMemoryError?.(error, during));
  }

  /** What a caller's own function throws is not the conversation's fault either. */
  #call(callback: () => void): void {
    try {
      callback();
    } catch {
      // There is nobody left to tell.
    }
  }
}

/** The beginning and the end of a long text: what is asked stands in one of them. */
function queryOf(said: string): string {
  const signs = Array.from(
    withoutRecalled(said)
      .replace(/\p{C}+/gu, " ")
      .trim(),
  );
  if (signs.length <= MOST_OF_A_QUERY / 2) return signs.join("");
  const half = MOST_OF_A_QUERY / 4;
  return [...signs.slice(0, half), ...signs.slice(-half)].join("");
}

/** What the API reads of them. */
function toBody(messages: readonly SaidMessage[]): ExtractBody["messages"] {
  const body: ExtractBody["messages"] = [];
  for (const { role, content } of messages) {
    if (role !== "user" && role !== "assistant") continue;
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const texts = blocks.flatMap(({ type, text }) =>
      type === "text" && typeof text === "string" ? [{ type, text: storable(text) }] : [],
    );
    if (texts.length > 0) body.push({ role, content: texts });
  }
  return body;
}

/** The API takes no halves of characters and no NUL. */
function storable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, "\ufffd");
}
