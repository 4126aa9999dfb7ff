import { StelaError } from "../errors.ts";
import { blocksOf, type MessageLike, toolResultIds, toolUseIds } from "./messages.ts";

/** Messages that are in a request together or not at all. */
export interface Unit {
  readonly kind: "user" | "assistant" | "tool";
  /** Of its first message. */
  readonly index: number;
  readonly messages: readonly MessageLike[];
  /** The last user message; when that answers a tool call, also the one from a person before it. */
  readonly isKept: boolean;
}

/** @throws StelaError when there is no user message, or calls and results do not follow each other. */
export function unitsOf(messages: readonly MessageLike[]): Unit[] {
  const units: Omit<Unit, "isKept">[] = [];
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as MessageLike;
    const asked = toolUseIds(message);
    if (asked.length === 0) {
      if (toolResultIds(message).length > 0) throw new StelaError(`messages[${index}] answers no tool call before it`);
      units.push({ kind: message.role === "user" ? "user" : "assistant", index, messages: [message] });
      continue;
    }
    const answer = messages[index + 1];
    const answered = answer === undefined ? [] : toolResultIds(answer);
    if (answer?.role !== "user" || asked.toSorted().join("\n") !== answered.toSorted().join("\n")) {
      throw new StelaError(`The tool calls of messages[${index}] are not each answered once in the next message`);
    }
    units.push({ kind: "tool", index, messages: [message, answer] });
    index++;
  }
  const last = units.findLastIndex(({ kind }) => kind !== "assistant");
  const person = units.findLastIndex(({ kind }) => kind === "user");
  if (person === -1) throw new StelaError("There is no message from a user");
  return units.map((unit, at) => ({ ...unit, isKept: at === last || at === person }));
}

/** Joins neighbours of one role, so that roles alternate. */
export function alternating(messages: readonly MessageLike[]): MessageLike[] {
  const joined: MessageLike[] = [];
  for (const message of messages) {
    const before = joined.at(-1);
    if (before?.role !== message.role) joined.push(message);
    else joined[joined.length - 1] = { ...before, content: [...blocksOf(before), ...blocksOf(message)] };
  }
  return joined;
}
