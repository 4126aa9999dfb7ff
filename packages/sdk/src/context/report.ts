/** What a part of a request is. `tool` is a call with its results. */
export type BlockKind = "system" | "config" | "state" | "snippet" | "sample" | "user" | "assistant" | "tool";

/** Something that is not in the request. */
export interface Left {
  readonly kind: BlockKind;
  /** Of a snippet or a sample. */
  readonly name?: string;
  /** Of a message, from 0, in the order they were added; of a call with results the first of both. */
  readonly index?: number;
  readonly tokens: number;
  /**
   * `greeting`: it says nothing else. `budget`: others were worth more. `before_user`: a conversation begins with the user, and what
   * came before it was left out.
   */
  readonly reason: "greeting" | "budget" | "before_user";
}

/** Something of which a part is in the request. */
export interface Shortened {
  readonly kind: BlockKind;
  readonly name?: string;
  readonly index?: number;
  readonly tokens: number;
  readonly keptTokens: number;
  /** `first_sentence`: an assistant's turn before the latest two. `budget`: the last one in. */
  readonly reason: "first_sentence" | "budget";
}

/** What became of all that was added. */
export interface Report {
  /** What the request may take: `maxTokens` without the reserve. */
  readonly budget: number;
  /** What it takes, by the counter that was given; an estimate without one. */
  readonly tokens: number;
  /** By Anthropic's own count, where it was asked. */
  readonly exactTokens: number | null;
  readonly tokensByKind: Readonly<Record<BlockKind, number>>;
  readonly dropped: readonly Left[];
  readonly cut: readonly Shortened[];
  /** What the model was given to refer to. */
  readonly given: {
    /** The values of the state. */
    readonly anchors: readonly string[];
    /** Snippets and samples. */
    readonly references: readonly { readonly name: string; readonly tokens: number }[];
  };
}

export const NO_TOKENS: Readonly<Record<BlockKind, number>> = {
  system: 0,
  config: 0,
  state: 0,
  snippet: 0,
  sample: 0,
  user: 0,
  assistant: 0,
  tool: 0,
};
