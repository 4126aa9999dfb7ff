import type { IncomingMessage } from "node:http";
import { textOf } from "./messages-api-rules.ts";
import {
  failing,
  hangingUp,
  type MessagesRequest,
  type ReplyBlock,
  reply,
  type Scripted,
  silent,
  toolCall,
} from "./messages-api-server.ts";

/**
 * Plays Claude reading a conversation. What it finds, or how it fails, stands in the conversation, on lines of their own:
 * `fact: text`, `item: json` for one item of its list, `text: json` for an answer in text, `stop: reason`, `fail: status seconds`,
 * `fail: hang` and `fail: silence`; `echo` gives back what it was sent.
 */
export function scriptedReader(request: MessagesRequest, { headers }: IncomingMessage): Scripted {
  if (headers["x-api-key"] === "sk-ant-wrong") return failing(401);
  const sent = textOf(request.messages.at(-1));
  const lines = sent.split("\n");
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  const [failure] = valuesOf("fail");
  if (failure === "hang") return hangingUp;
  if (failure === "silence") return silent;
  if (failure !== undefined) {
    const [status, seconds] = failure.split(" ").map(Number);
    return failing(status ?? 500, seconds);
  }
  const fact = (content: string) => ({
    key: content.toLowerCase().replace(/\W+/g, "_").slice(0, 40),
    category: "project_fact",
    content,
    importance: 3,
  });
  const found = [
    ...valuesOf("fact").map(fact),
    ...valuesOf("item").map((json) => JSON.parse(json)),
    ...(lines.includes("echo") ? [fact(`${request.model} was sent: ${sent.replaceAll("\n", " ")}`)] : []),
  ];
  const texts = valuesOf("text").map((json): ReplyBlock => ({ type: "text", text: JSON.parse(json) }));
  const content = texts.length > 0 ? texts : [toolCall("save_facts", { facts: found })];
  const [stopReason] = valuesOf("stop");
  return stopReason === undefined ? content : reply(content, stopReason);
}
