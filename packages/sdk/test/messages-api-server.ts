import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  checkRequest,
  type MessagesRequest,
  parseRequest,
  RefusedRequest,
  type ReplyBlock,
} from "./messages-api-rules.ts";

export type { MessagesRequest, ReplyBlock } from "./messages-api-rules.ts";

/** Decides the next reply of "Claude" from the conversation so far. A reply that calls no tool ends the turn. */
export type Script = (request: MessagesRequest) => ReplyBlock[];

/** A local stand-in for Anthropic's Messages API: it checks requests as the API does and answers from a script. */
export class MessagesApiServer {
  /** The requests that passed the checks. */
  readonly requests: MessagesRequest[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /** The conversations that the server keeps, by the id of the reply they end with. */
  readonly #threads = new Map<string, MessagesRequest>();
  #script: Script;

  private constructor(script: Script) {
    this.#script = script;
  }

  static async start(script: Script): Promise<MessagesApiServer> {
    const server = new MessagesApiServer(script);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  /** The `baseURL` for Anthropic's client. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Replaces the script and forgets the requests. */
  follow(script: Script): void {
    this.requests.length = 0;
    this.#script = script;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("request-id", `req_${crypto.randomUUID()}`);
    try {
      const request = this.#whole(parseRequest(incoming, await bodyOf(incoming)));
      checkRequest(request);
      this.requests.push(request);
      const message = messageOf(request, this.#script(request));
      if (request.thread) this.#threads.set(message.id, { ...request, messages: [...request.messages, message] });
      if (request.stream) sendEvents(response, message);
      else sendJson(response, 200, message);
    } catch (error) {
      const { status, type } = error instanceof RefusedRequest ? error : { status: 500, type: "api_error" };
      sendJson(response, status, { type: "error", error: { type, message: String(error) }, request_id: null });
    }
  }

  /** The request with the part of the conversation that the server keeps. */
  #whole(request: MessagesRequest): MessagesRequest {
    if (request.thread?.type !== "continue") return request;
    const thread = this.#threads.get(request.thread.previous_message_id);
    if (thread === undefined) throw new RefusedRequest("thread_not_found", 404, "not_found_error");
    const { tools = [], messages } = thread;
    return { ...request, tools, messages: [...messages, ...request.messages] };
  }
}

type Message = ReturnType<typeof messageOf>;

function messageOf(request: MessagesRequest, content: ReplyBlock[]) {
  return {
    id: `msg_${crypto.randomUUID()}`,
    type: "message",
    role: "assistant" as const,
    model: request.model,
    content,
    stop_reason: content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** The same message as server-sent events, its texts and inputs in small pieces. */
function sendEvents(response: ServerResponse, message: Message): void {
  const { content, stop_reason, stop_sequence, usage } = message;
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  send("ping", {});
  for (const [index, block] of content.entries()) {
    const isText = block.type === "text";
    send("content_block_start", {
      index,
      content_block: isText ? { type: "text", text: "" } : { ...block, input: {} },
    });
    for (const piece of pieces(isText ? block.text : JSON.stringify(block.input))) {
      const delta = isText ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece };
      send("content_block_delta", { index, delta });
    }
    send("content_block_stop", { index });
  }
  send("message_delta", { delta: { stop_reason, stop_sequence }, usage });
  send("message_stop", {});
  response.end();
}

/** Code points stay whole: the API never cuts one in two. */
function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,1000}/gu) ?? [];
}

/** A `tool_use` block that calls the memory tool. */
export function memoryCall(input: unknown): ReplyBlock {
  return { type: "tool_use", id: `toolu_${crypto.randomUUID().replaceAll("-", "")}`, name: "memory", input };
}
