import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Failure,
  type MadeReply,
  Reply,
  sendEvents,
  sendFailure,
  sendJson,
  wholeReply,
} from "./messages-api-replies.ts";
import {
  checkRequest,
  type MessagesRequest,
  parseRequest,
  RefusedRequest,
  type ReplyBlock,
} from "./messages-api-rules.ts";

export { cutAfter, failing, failingMidStream, hangingUp, reply, silent } from "./messages-api-replies.ts";
export type { MessagesRequest, ReplyBlock } from "./messages-api-rules.ts";

/** What a script makes of a request: a reply, in short or in full, or a failure. */
export type Scripted = ReplyBlock[] | Reply | Failure;

/**
 * Decides the next reply of "Claude" from the conversation so far. A reply that calls no tool ends the turn. It may throw a
 * `RefusedRequest`.
 */
export type Script = (request: MessagesRequest, incoming: IncomingMessage) => Scripted | Promise<Scripted>;

/** A local stand-in for Anthropic's Messages API: it checks requests as the API does and answers from a script. */
export class MessagesApiServer {
  /** The requests that passed the checks. */
  readonly requests: MessagesRequest[] = [];
  /** What the refused ones were told. */
  readonly refusals: string[] = [];
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
    this.refusals.length = 0;
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
      const isCount = incoming.url?.endsWith("/count_tokens") ?? false;
      checkRequest(request, isCount);
      if (isCount) return sendJson(response, 200, { input_tokens: tokensOf(request) });
      this.requests.push(request);
      const scripted = await this.#script(request, incoming);
      if (scripted instanceof Failure) return sendFailure(response, scripted);
      this.#answer(response, request, scripted instanceof Reply ? scripted : new Reply(scripted));
    } catch (error) {
      const { status, type } = error instanceof RefusedRequest ? error : { status: 500, type: "api_error" };
      const message = error instanceof Error ? error.message : String(error);
      this.refusals.push(message);
      sendJson(response, status, { type: "error", error: { type, message }, request_id: null });
    }
  }

  #answer(response: ServerResponse, request: MessagesRequest, scripted: Reply): void {
    const message: MadeReply = wholeReply(request.model, scripted, tokensOf(request));
    if (request.thread) {
      const kept = { role: message.role, content: message.content };
      this.#threads.set(message.id, { ...request, messages: [...request.messages, kept] });
    }
    if (request.stream) sendEvents(response, message, scripted.breaks);
    else if (scripted.breaks === undefined) sendJson(response, 200, message);
    else response.socket?.destroy();
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

/** A number that grows with what was sent: about what a tokenizer counts of English. */
function tokensOf({ system, messages, tools }: MessagesRequest): number {
  return Math.ceil(JSON.stringify([system, messages, tools]).length / 4);
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A `tool_use` block that calls the memory tool. */
export function memoryCall(input: unknown): ReplyBlock {
  return toolCall("memory", input);
}

export function toolCall(name: string, input: unknown): ReplyBlock {
  return { type: "tool_use", id: `toolu_${crypto.randomUUID().replaceAll("-", "")}`, name, input };
}
