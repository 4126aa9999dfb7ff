import { StelaError } from "../errors.ts";
import { configText, fencedText, fenceTag, oneLine, stateText } from "./blocks.ts";
import { assemble, type Built, type Reference } from "./build.ts";
import { buildExactly, type TokenCounter } from "./exactly.ts";
import type { ContextMessage, MessageLike } from "./messages.ts";
import { type CountTokens, estimateTokens } from "./tokens.ts";

export type { Built } from "./build.ts";

const STATE_KEYS = ["file", "step", "focus", "version", "errorType"];

export interface ContextOptions {
  /** Of the request, its system text and messages together. */
  readonly maxTokens: number;
  /** The share of `maxTokens` that stays free, for what the estimate misses; 0.05 by default. */
  readonly reserve?: number;
  /** In place of the estimate. */
  readonly countTokens?: CountTokens;
  /** The keys that a state may have; `file`, `step`, `focus`, `version` and `errorType` by default. */
  readonly stateKeys?: readonly string[];
}

export interface SnippetOptions {
  readonly version?: string | number;
  /** The tag of its fence; by the name's extension when left out. */
  readonly language?: string;
}

export interface SampleOptions {
  /** The tag of its fence, such as `json`. */
  readonly language?: string;
}

export interface BuildOptions {
  readonly model: string;
  /** Counted with the rest. */
  readonly tools?: readonly unknown[];
}

/**
 * Puts a request of the Messages API together within a budget of tokens. What does not fit is left out or cut by an auction, and the
 * report says what and why. The same calls give the same request.
 *
 * @example
 * const context = new ContextManager({ maxTokens: 50_000 });
 * context.setConfig({ domain: "billing", outputFormat: "markdown" });
 * context.setState({ file: "invoice.ts", step: 3 });
 * context.addSnippet("src/invoice.ts", source, { version: 7 });
 * context.addMessage({ role: "user", content: "Why is the total wrong?" });
 * const { system, messages, report } = context.build();
 */
export class ContextManager<Message extends MessageLike = ContextMessage> {
  readonly #budget: number;
  readonly #countTokens: CountTokens;
  readonly #stateKeys: readonly string[];
  readonly #references = new Map<string, Reference>();
  readonly #instructions: string[] = [];
  readonly #messages: Message[] = [];
  #config: string | null = null;
  #state: ReturnType<typeof stateText> = null;

  /** @throws StelaError for a budget that is none. */
  constructor({ maxTokens, reserve = 0.05, countTokens = estimateTokens, stateKeys = STATE_KEYS }: ContextOptions) {
    if (!(Number.isFinite(maxTokens) && maxTokens > 0)) throw new StelaError("maxTokens must be a number above 0");
    if (!(reserve >= 0 && reserve < 1)) throw new StelaError("reserve must be a share, 0 or more and below 1");
    this.#budget = Math.floor(maxTokens * (1 - reserve));
    this.#countTokens = countTokens;
    this.#stateKeys = [...stateKeys];
  }

  /** Replaces the configuration. @throws StelaError for a value of more than one line. */
  setConfig(config: {
    readonly domain?: string;
    readonly precision?: string | number;
    readonly outputFormat?: string;
  }): this {
    this.#config = configText(config);
    return this;
  }

  /**
   * Replaces the state: what the earlier one said is gone. Keys are those of `stateKeys`, values without spaces, `|` and `=`.
   * @throws StelaError
   */
  setState(state: Readonly<Record<string, string | number | boolean | undefined>>): this {
    this.#state = stateText(state, this.#stateKeys);
    return this;
  }

  /** Adds a piece of code, in place of an earlier one of that name. @throws StelaError */
  addSnippet(name: string, text: string, { version, language }: SnippetOptions = {}): this {
    const about = version === undefined ? "" : ` (${oneLine("version", String(version))})`;
    return this.#refer("snippet", `CODE_SNIPPET: ${oneLine("name", name)}${about}`, name, text, language);
  }

  /** Adds an excerpt of data, in place of an earlier one of that name. @throws StelaError */
  addSample(name: string, text: string, { language }: SampleOptions = {}): this {
    return this.#refer("sample", `DATA_SAMPLE: ${oneLine("name", name)}`, name, text, language);
  }

  /** Adds a message at the end of the conversation. One with the role `system` goes to the top of the system text. */
  addMessage(message: Message | { readonly role: "system"; readonly content: string }): this {
    refuseEmpty(message);
    const { role, content } = message;
    if (role === "system" && typeof content === "string") this.#instructions.push(content);
    else if (role === "user" || role === "assistant") this.#messages.push(message as Message);
    else throw new StelaError("A message's role is user or assistant, or system with text");
    return this;
  }

  /**
   * @throws ContextTooLargeError when the last user message alone is over the budget.
   * @throws StelaError when there is no user message, or a `tool_use` and its `tool_result` do not follow each other.
   */
  build(): Built<Message> {
    return this.#build(1);
  }

  /** The same by Anthropic's own count, tools included, which takes a call of `countTokens` or a few. @throws as `build` does, and what the client throws */
  buildExactly(anthropic: TokenCounter, options: BuildOptions): Promise<Built<Message>> {
    return buildExactly(anthropic, options, (share) => this.#build(share));
  }

  #build(share: number): Built<Message> {
    return assemble({
      budget: this.#budget,
      share,
      countTokens: this.#countTokens,
      instructions: this.#instructions,
      config: this.#config,
      state: this.#state,
      references: [...this.#references.values()],
      messages: this.#messages,
    });
  }

  #refer(kind: Reference["kind"], heading: string, name: string, text: string, language: string | undefined): this {
    if (typeof text !== "string" || text.trim() === "") throw new StelaError(`${name} has no text`);
    const tag = fenceTag(name, language);
    const render = (kept: string, note = "") => fencedText(heading + note, tag, kept);
    this.#references.set(`${kind} ${name}`, { kind, name, text, render });
    return this;
  }
}

/** The API takes no empty message. @throws StelaError */
function refuseEmpty({ content }: MessageLike): void {
  if (typeof content === "string" ? content.trim() === "" : !Array.isArray(content) || content.length === 0)
    throw new StelaError("A message must have content");
}
