import { saidIn } from "@stela/core/extraction/conversation";
import type { SaidMessage } from "./said-message.ts";
import { hasSignal, SIGNALS } from "./signals.ts";

export interface TriggerOptions {
  /** After how many of a user's turns a conversation is read; 3 by default, 0 for never. */
  readonly everyTurns?: number | undefined;
  /** Phrases upon which it is read at once, in lower case, in place of `SIGNALS`. */
  readonly signals?: readonly string[] | undefined;
}

/**
 * The latest turns, when it is time to read them: at every third turn of a user the last three, and at once upon a signal those since.
 * It goes by the conversation alone, so a process that starts anew goes on where another was.
 */
export function dueTurns<Message extends SaidMessage>(
  messages: readonly Message[],
  { everyTurns = 3, signals = SIGNALS }: TriggerOptions = {},
): Message[] | null {
  const turns = messages.flatMap((message, index) =>
    message.role === "user" && saidIn(message) !== "" ? [index] : [],
  );
  const [last] = turns.slice(-1);
  if (last === undefined) return null;
  const since = everyTurns > 0 ? turns.length % everyTurns : turns.length;
  if (since === 0) return messages.slice(turns.at(-everyTurns));
  return hasSignal(saidIn(messages[last] as Message), signals) ? messages.slice(turns.at(-since)) : null;
}
