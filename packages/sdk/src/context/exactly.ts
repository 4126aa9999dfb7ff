import { StelaError } from "../errors.ts";
import type { Built } from "./context-manager.ts";
import type { MessageLike } from "./messages.ts";

/** Anthropic's client, as far as counting goes. */
export interface TokenCounter {
  readonly messages: {
    // biome-ignore lint/suspicious/noExplicitAny: the client's own type of a request is wider than what is sent here.
    countTokens(request: any): PromiseLike<{ readonly input_tokens: number }>;
  };
}

/** Each round brings the estimate nearer to the count. */
const ROUNDS = 6;

/**
 * Builds until Anthropic's own count is within the budget, each time with an estimate put right by the last count.
 * @param build makes the request with a share of the budget.
 */
export async function buildExactly<Message extends MessageLike>(
  anthropic: TokenCounter,
  params: { readonly model: string; readonly tools?: readonly unknown[] },
  build: (share: number) => Built<Message>,
): Promise<Built<Message>> {
  let share = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const built = build(share);
    const { system, messages, report } = built;
    const sent = { ...params, messages, ...(system.length === 0 ? {} : { system }) };
    const { input_tokens: exactTokens } = await anthropic.messages.countTokens(sent);
    if (exactTokens <= report.budget) return { ...built, report: { ...report, exactTokens } };
    share *= Math.min(0.98, (report.budget / exactTokens) * 0.99);
  }
  throw new StelaError(`By Anthropic's count the request is still over its budget after ${ROUNDS} attempts`);
}
