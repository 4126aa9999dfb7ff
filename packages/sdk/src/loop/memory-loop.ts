import type Anthropic from "@anthropic-ai/sdk";
import type { MessageStream } from "@anthropic-ai/sdk/lib/MessageStream";
import type { BetaToolRunner, BetaToolRunnerParams } from "@anthropic-ai/sdk/lib/tools/BetaToolRunner";
import type { Message, MessageCreateParamsNonStreaming, MessageParam } from "@anthropic-ai/sdk/resources/messages";
import { StelaError } from "../errors.ts";
import { ConversationMemory, type MemoryOptions } from "../extraction/conversation-memory.ts";
import type { Extraction } from "../types.ts";
import { type LoopParams, lastSaid, withRecalled } from "./inject.ts";

export interface MemoryLoopOptions extends MemoryOptions {
  readonly anthropic: Anthropic;
  /** Whether a cache breakpoint is set before what was recalled; true by default. */
  readonly cache?: boolean;
}

type MessageStreamParams = Parameters<Anthropic["messages"]["stream"]>[0];
type RequestOptions = Parameters<Anthropic["messages"]["create"]>[1];

/** A conversation with a memory: recall, call, remember. Your own messages stay as they are. */
export interface MemoryLoop {
  /** As `anthropic.messages.create`, with what is remembered in the request. */
  create(params: MessageCreateParamsNonStreaming, options?: RequestOptions): Promise<Message>;
  /** As `anthropic.messages.stream`. It begins once recall has answered, or has had its time. */
  stream(params: MessageStreamParams, options?: RequestOptions): Promise<MessageStream>;
  /** As `anthropic.beta.messages.toolRunner`, in an object: a runner by itself would run as soon as it is awaited. */
  toolRunner<Stream extends boolean = false>(
    params: BetaToolRunnerParams & { stream?: Stream },
  ): Promise<{ readonly runner: BetaToolRunner<Stream> }>;
  /** Reads the whole conversation at its end. Never rejects; null when it failed or nothing is to be remembered. */
  summarizeSession(messages: readonly MessageParam[]): Promise<Extraction | null>;
}

/**
 * Gives conversations with Anthropic's client a memory. Before each call it recalls what matters for the last message of the user; after
 * each turn it has the conversation read when it is time to. A failure of the memory, or a slow one, never fails the conversation.
 *
 * @example
 * const loop = createMemoryLoop({ anthropic, client: stela, containerTag: "user:42" });
 * const reply = await loop.create({ model, max_tokens: 1024, messages });
 */
export function createMemoryLoop({ anthropic, cache = true, ...options }: MemoryLoopOptions): MemoryLoop {
  if (typeof anthropic?.messages?.create !== "function") throw new StelaError("Pass Anthropic's client as anthropic");
  const memory = new ConversationMemory(options);
  const recalledInto = async <Params>(params: Params, mayMark: boolean): Promise<Params> => {
    const request = params as unknown as LoopParams;
    const said = lastSaid(request.messages);
    return withRecalled(
      request,
      said === undefined ? "" : await memory.recall(said.text),
      mayMark,
    ) as unknown as Params;
  };
  const remember = (messages: readonly Said[], reply: Reply) => {
    if (reply.stop_reason !== "tool_use" && reply.stop_reason !== "pause_turn")
      memory.remember([...messages, { role: "assistant", content: reply.content }]);
  };
  return {
    async create(params, requestOptions) {
      const reply = await anthropic.messages.create(await recalledInto(params, cache), requestOptions);
      remember(params.messages, reply);
      return reply;
    },
    async stream(params, requestOptions) {
      const stream = anthropic.messages.stream(await recalledInto(params, cache), requestOptions);
      stream.on("finalMessage", (reply) => remember(params.messages, reply));
      return stream as MessageStream;
    },
    async toolRunner(params) {
      // A thread takes no breakpoints: the API keeps what it has read.
      const runner = anthropic.beta.messages.toolRunner(await recalledInto(params, false));
      runner.done().then(
        (reply) => remember(runner.params.messages as readonly Said[], reply),
        () => undefined, // Whoever reads the runner is told.
      );
      return { runner: runner as never };
    },
    summarizeSession: (messages) => memory.summarizeSession(messages as readonly Said[]),
  };
}

type Said = { readonly role: string; readonly content: string | readonly { readonly type: string }[] };
type Reply = { readonly stop_reason: string | null; readonly content: readonly { readonly type: string }[] };
