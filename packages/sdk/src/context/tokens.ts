import { estimateTokenCount } from "tokenx";
import { StelaError } from "../errors.ts";
import { type BlockLike, blocksOf, lettersOf, type MessageLike } from "./messages.ts";

/** How many tokens a text has. It must give the same number for the same text. */
export type CountTokens = (text: string) => number;

/** What cannot be left out is larger than the budget. */
export class ContextTooLargeError extends StelaError {
  override readonly name: string = "ContextTooLargeError";
  /** Of the last user message, and of the tool call that it answers. */
  readonly tokens: number;
  readonly budget: number;

  constructor(tokens: number, budget: number) {
    super(`The last user message has ${tokens} tokens and is never cut, but the budget is ${budget}`);
    this.tokens = tokens;
    this.budget = budget;
  }
}

/** What a role and its markers cost. */
const TOKENS_OF_A_MESSAGE = 4;
/** Of a picture or a file, whose size is not known here. */
const TOKENS_OF_A_FILE = 1_600;

/** An estimate by rules, within some 10 % of a tokenizer on prose. */
export const estimateTokens: CountTokens = (text) => estimateTokenCount(text);

export function tokensOfMessage(message: MessageLike, countTokens: CountTokens): number {
  return blocksOf(message).reduce((sum, block) => sum + tokensOfBlock(block, countTokens), TOKENS_OF_A_MESSAGE);
}

function tokensOfBlock(block: BlockLike, countTokens: CountTokens): number {
  const { type, name, content, thinking } = block as BlockLike & Readonly<Record<string, unknown>>;
  if (type === "image" || type === "document") return TOKENS_OF_A_FILE;
  if (type === "thinking") return countTokens(String(thinking));
  const files = Array.isArray(content) ? content.filter((part) => part?.type !== "text").length : 0;
  const named = type === "tool_use" ? countTokens(String(name)) : 0;
  return named + countTokens(lettersOf(block)) + files * TOKENS_OF_A_FILE;
}
