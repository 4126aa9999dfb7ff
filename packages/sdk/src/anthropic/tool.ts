import { betaMemoryTool, type MemoryToolHandlers } from "@anthropic-ai/sdk/helpers/beta/memory";
import type { BetaRunnableTool, BetaToolRunContext } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type { BetaMemoryTool20250818, BetaMemoryTool20250818Command } from "@anthropic-ai/sdk/resources/beta";
import { Stela } from "../client.ts";
import { StelaError } from "../errors.ts";
import type { ClientOptions } from "../options.ts";
import { type MemoryClient, MemoryCommands } from "./commands.ts";
import { type ContainerOptions, containerTagOf } from "./container-tag.ts";

/** Where the memories are, and how to reach them. */
export interface ClaudeMemoryToolOptions extends ContainerOptions {
  /** Where your Stela API is; defaults to the environment's `STELA_BASE_URL`. Only with an API key. */
  baseUrl?: string;
  /** In place of the global `fetch`. Only with an API key. */
  fetch?: ClientOptions["fetch"];
  /** The agent run: kept in the history and the unit of undo. */
  session?: string;
  /** The model that makes the changes, kept in the history. */
  model?: string;
  /** What `create` does when the file exists, in place of the container's setting. `refuse` is what Claude is told to expect. */
  onExisting?: "refuse" | "overwrite";
  /** For each attempt of a command. Milliseconds; 30,000 by default. */
  timeoutMs?: number;
  /** Of a command, after its first attempt; 2 by default. */
  maxRetries?: number;
  /** Further properties of the tool's definition, such as `cache_control`. */
  extraProps?: Omit<BetaMemoryTool20250818, "type" | "name">;
}

/** Supermemory's shape of an outcome: the text for the model is `content` of a success and `error` of a refusal. */
export interface MemoryResponse {
  success: boolean;
  content?: string;
  error?: string;
}

/** A `tool_result` block, to be sent back in the next user message. */
export interface MemoryToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: string;
  is_error: boolean;
}

/** A tool to pass to `client.beta.messages.toolRunner({ tools: [tool] })`, or to be used by hand. Its methods may be detached. */
export type ClaudeMemoryTool = BetaRunnableTool<BetaMemoryTool20250818Command> & {
  /** Runs one command. Never rejects. */
  handleCommand(input: object): Promise<MemoryResponse>;
  /** Runs the command of one `tool_use` block. The same id with the same input is applied once. Never rejects. */
  handleCommandForToolResult(input: object, toolUseId: string): Promise<MemoryToolResult>;
  /**
   * For the Vercel AI SDK: `anthropic.tools.memory_20250818({ execute: tool.execute })`. A refusal is thrown, with the text as its
   * message: the model gets the text with `is_error`.
   */
  execute(input: object, options?: { toolCallId?: string; abortSignal?: AbortSignal }): Promise<string>;
};

/**
 * Claude's memory tool (`memory_20250818`), kept in a Stela container.
 *
 * Commands of one tool run one after another in the order they were asked. A refusal reaches the model word for word, with
 * `is_error`. A failure of the service becomes `Error: The memory service is unavailable ({reason}). …`, after retries with the
 * same idempotency key. Make one tool for each conversation: it remembers which version of each file the model was shown, and
 * an `insert` by line number into a file that has changed since is refused.
 *
 * @param apiKeyOrClient An API key, or a `Stela` client to share.
 * @throws StelaError when the options do not name exactly one container, or cannot be used.
 * @example
 * const memory = createClaudeMemoryTool(apiKey, { containerTag: "user:42", baseUrl: "https://memory.example.com" });
 * await anthropic.beta.messages.toolRunner({ model, max_tokens: 1024, messages, tools: [memory] });
 */
export function createClaudeMemoryTool(
  apiKeyOrClient: string | MemoryClient,
  options: ClaudeMemoryToolOptions = {},
): ClaudeMemoryTool {
  const commands = new MemoryCommands(
    clientOf(apiKeyOrClient, options),
    containerTagOf(options),
    callOptionsOf(options),
  );

  const run = async (input: unknown, context?: ToolRunContext): Promise<string> => {
    const toolUseId = (context?.toolUse ?? context?.toolUseBlock)?.id;
    const { content, isError } = await commands.run(input, { toolUseId, signal: context?.signal });
    if (isError) throw new ToolError(content);
    return content;
  };

  return {
    ...betaMemoryTool(handlersOf(run), options.extraProps),
    run, // The helper's own would answer a command it does not know with its own words.
    handleCommand: async (input) => {
      const { content, isError } = await commands.run(input);
      return isError ? { success: false, error: content } : { success: true, content };
    },
    handleCommandForToolResult: async (input, toolUseId) => {
      const { content, isError } = await commands.run(input, { toolUseId });
      return { type: "tool_result", tool_use_id: toolUseId, content, is_error: isError };
    },
    execute: async (input, { toolCallId, abortSignal } = {}) => {
      const { content, isError } = await commands.run(input, { toolUseId: toolCallId, signal: abortSignal });
      if (isError) throw new NamelessError(content);
      return content;
    },
  };
}

/** The Vercel AI SDK shows the model `{name}: {message}`, and the message alone when there is no name. */
class NamelessError extends Error {
  override readonly name = "";
}

/** Older releases of Anthropic's SDK name the call `toolUseBlock` only. */
type ToolRunContext = Partial<BetaToolRunContext>;

/** Six functions and nothing inherited: the helper calls whatever property has the command's name. */
function handlersOf(run: (input: unknown) => Promise<string>): MemoryToolHandlers {
  const handlers: MemoryToolHandlers = {
    view: run,
    create: run,
    str_replace: run,
    insert: run,
    delete: run,
    rename: run,
  };
  return Object.assign(Object.create(null), handlers);
}

function clientOf(apiKeyOrClient: string | MemoryClient, { baseUrl, fetch }: ClaudeMemoryToolOptions): MemoryClient {
  const isKey = typeof apiKeyOrClient === "string";
  if (isKey) return new Stela({ apiKey: apiKeyOrClient, ...(baseUrl && { baseUrl }), ...(fetch && { fetch }) });
  if (typeof apiKeyOrClient?.memory?.run !== "function") throw new StelaError("Pass an API key or a Stela client");
  if (baseUrl !== undefined || fetch !== undefined)
    throw new StelaError("A client has its own baseUrl and fetch: pass none");
  return apiKeyOrClient;
}

function callOptionsOf({ session, model, onExisting, timeoutMs, maxRetries }: ClaudeMemoryToolOptions) {
  return { session, model, onExisting, timeoutMs, maxRetries };
}
