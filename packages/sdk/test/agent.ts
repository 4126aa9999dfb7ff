import Anthropic from "@anthropic-ai/sdk";
import type { ClaudeMemoryTool } from "../src/anthropic/index.ts";
import { type ToolResultBlock, toolResults } from "./messages-api-rules.ts";
import { MessagesApiServer, memoryCall, type ReplyBlock } from "./messages-api-server.ts";

export interface AgentOptions {
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
}

/** An agent made of Anthropic's own client and `toolRunner`, whose model says what it is told to say. */
export class Agent {
  readonly #api: MessagesApiServer;
  readonly #client: Anthropic;

  static async start(): Promise<Agent> {
    return new Agent(await MessagesApiServer.start(() => [{ type: "text", text: "Hello." }]));
  }

  private constructor(api: MessagesApiServer) {
    this.#api = api;
    this.#client = new Anthropic({ apiKey: "test", baseURL: api.url, maxRetries: 0 });
  }

  stop(): Promise<void> {
    return this.#api.stop();
  }

  /** The tool definitions that the last run sent. */
  get sentTools(): unknown {
    return this.#api.requests[0]?.tools;
  }

  /** Makes the model send each of these replies in turn, and returns the tool results of each. */
  async run(
    tool: ClaudeMemoryTool,
    replies: readonly ReplyBlock[][],
    options: AgentOptions = {},
  ): Promise<ToolResultBlock[][]> {
    let next = 0;
    const results: ToolResultBlock[][] = [];
    this.#api.follow((request) => {
      if (next > 0) results.push(toolResults(request));
      return replies[next++] ?? [{ type: "text", text: "Done." }];
    });
    const { stream = false, signal } = options;
    const messages = [{ role: "user" as const, content: "Begin." }];
    const params = { model: "claude-test", max_tokens: 1_024, messages, tools: [tool], stream };
    await this.#client.beta.messages.toolRunner(params, signal ? { signal } : {});
    return results;
  }

  /** Makes the model call the memory tool with these inputs, so many in each reply. */
  async calls(
    tool: ClaudeMemoryTool,
    inputs: readonly unknown[],
    inOneReply: number,
    options?: AgentOptions,
  ): Promise<ToolResultBlock[]> {
    const replies: ReplyBlock[][] = [];
    for (let first = 0; first < inputs.length; first += inOneReply) {
      replies.push(inputs.slice(first, first + inOneReply).map(memoryCall));
    }
    return (await this.run(tool, replies, options)).flat();
  }
}
