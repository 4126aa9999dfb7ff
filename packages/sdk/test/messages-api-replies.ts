import type { ServerResponse } from "node:http";
import type { ReplyBlock } from "./messages-api-rules.ts";

/** How a reply ends before its end: after so many events, with an event that tells an error, or with nothing. */
export interface Breaks {
  readonly afterEvents: number;
  readonly how: "error" | "cut";
}

/** One reply of "Claude". */
export class Reply {
  readonly content: ReplyBlock[];
  /** `tool_use` or `end_turn` by what the content says, when left out. */
  readonly stopReason: string | undefined;
  readonly breaks: Breaks | undefined;

  constructor(content: ReplyBlock[], stopReason?: string, breaks?: Breaks) {
    this.content = content;
    this.stopReason = stopReason;
    this.breaks = breaks;
  }
}

/** An answer that is no reply. */
export class Failure {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, retryAfterSeconds?: number) {
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A reply with a stop reason of its own: `max_tokens`, `refusal`, `pause_turn`, … */
export function reply(content: ReplyBlock[], stopReason: string): Reply {
  return new Reply(content, stopReason);
}

/** An error as the API answers it: 400, 401, 403, 404, 413, 429, 500, 529. */
export function failing(status: number, retryAfterSeconds?: number): Failure {
  return new Failure(status, retryAfterSeconds);
}

/** A stream that has begun well and then tells that the API is overloaded. */
export function failingMidStream(content: ReplyBlock[], afterEvents: number): Reply {
  return new Reply(content, undefined, { afterEvents, how: "error" });
}

/** A connection that is lost on the way, streamed or not. */
export function cutAfter(content: ReplyBlock[], afterEvents: number): Reply {
  return new Reply(content, undefined, { afterEvents, how: "cut" });
}

/** Hangs up without a word. */
export const hangingUp = new Failure(0);
/** Never answers. */
export const silent = new Failure(-1);

const TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};

export function sendFailure(response: ServerResponse, { status, retryAfterSeconds }: Failure): void {
  if (status === -1) return;
  if (status === 0) {
    response.socket?.destroy();
    return;
  }
  if (retryAfterSeconds !== undefined) response.setHeader("retry-after", String(retryAfterSeconds));
  const error = { type: TYPES[status] ?? "api_error", message: `The script says ${status}` };
  sendJson(response, status, { type: "error", error, request_id: null });
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

export type MadeReply = ReturnType<typeof wholeReply>;

export function wholeReply(model: string, { content, stopReason }: Reply, inputTokens: number) {
  return {
    id: `msg_${crypto.randomUUID()}`,
    type: "message",
    role: "assistant" as const,
    model,
    content,
    stop_reason: stopReason ?? (content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn"),
    stop_sequence: null,
    usage: {
      input_tokens: inputTokens,
      output_tokens: Math.ceil(JSON.stringify(content).length / 4),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}

/** The same message as server-sent events, its texts and inputs in small pieces. */
export function sendEvents(response: ServerResponse, message: MadeReply, breaks?: Breaks): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  let sent = 0;
  for (const { type, ...rest } of eventsOf(message)) {
    if (breaks !== undefined && sent === breaks.afterEvents) {
      breakOff(response, breaks);
      return;
    }
    sendEvent(response, type, rest);
    sent++;
  }
  response.end();
}

function breakOff(response: ServerResponse, { how }: Breaks): void {
  if (how === "error") {
    sendEvent(response, "error", { error: { type: "overloaded_error", message: "Overloaded" } });
    response.end();
  } else response.write("", () => response.socket?.destroy());
}

function sendEvent(response: ServerResponse, type: string, rest: object): void {
  response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`);
}

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

function* eventsOf(message: MadeReply): Generator<Event> {
  const { content, stop_reason, stop_sequence, usage } = message;
  yield {
    type: "message_start",
    message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
  };
  yield { type: "ping" };
  for (const [index, block] of content.entries()) {
    const isText = block.type === "text";
    const begun = isText ? { type: "text", text: "" } : { ...block, input: {} };
    yield { type: "content_block_start", index, content_block: begun };
    for (const piece of pieces(isText ? block.text : JSON.stringify(block.input))) {
      const delta = isText ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece };
      yield { type: "content_block_delta", index, delta };
    }
    yield { type: "content_block_stop", index };
  }
  yield { type: "message_delta", delta: { stop_reason, stop_sequence }, usage: { output_tokens: usage.output_tokens } };
  yield { type: "message_stop" };
}

/** Code points stay whole: the API never cuts one in two. A short text comes in several, too. */
function pieces(text: string): string[] {
  const size = text.length > 1_000 ? 1_000 : Math.max(8, Math.ceil(text.length / 4));
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? [];
}
