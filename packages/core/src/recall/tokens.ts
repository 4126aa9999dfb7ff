import { estimateTokenCount } from "tokenx";

/** An estimate of the tokens of a text, without a tokenizer. */
export function countTokens(text: string): number {
  return estimateTokenCount(text);
}
