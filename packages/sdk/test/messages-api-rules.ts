import type { IncomingMessage } from "node:http";
import { checkContent } from "./messages-api-blocks.ts";

export type ReplyBlock =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: unknown };

export interface ToolResultBlock {
  type: "tool_result";
  tool_use_id: string;
  content?: string | { type: "text"; text: string }[];
  is_error?: boolean;
}

export interface MessageParam {
  role: "user" | "assistant";
  content: string | (ReplyBlock | ToolResultBlock)[];
}

interface ToolDefinition {
  type?: unknown;
  name?: unknown;
  input_schema?: { type?: unknown };
  cache_control?: unknown;
}

export interface MessagesRequest {
  model: string;
  max_tokens: number;
  messages: MessageParam[];
  system?: string | { type: "text"; text: string; cache_control?: unknown }[];
  tools?: ToolDefinition[];
  tool_choice?: { type?: unknown; name?: unknown };
  stream?: boolean;
  /** With `continue`, `messages` holds only what came after the reply of that id, and `tools` are those of the thread. */
  thread?: { type: "create" } | { type: "continue"; previous_message_id: string } | null;
  temperature?: unknown;
  thinking?: { type?: unknown; budget_tokens?: unknown };
}

/** A request that the Messages API would not accept. */
export class RefusedRequest extends Error {
  override readonly name = "RefusedRequest";
  readonly status: number;
  readonly type: string;

  constructor(message: string, status = 400, type = "invalid_request_error") {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const REQUEST_MEMBERS =
  "model max_tokens messages tools stream system metadata temperature tool_choice thread cache_control stop_sequences thinking top_p top_k".split(
    " ",
  );
const MEMORY_TOOL_MEMBERS = "type name allowed_callers cache_control defer_loading input_examples strict".split(" ");
/** Of a request, in bytes. */
const MOST_BYTES = 32 * 1_048_576;

/** Checks what came around a request and reads it. @throws RefusedRequest */
export function parseRequest(incoming: IncomingMessage, body: string): MessagesRequest {
  const { pathname } = new URL(incoming.url ?? "", "http://localhost");
  if (incoming.method !== "POST" || !["/v1/messages", "/v1/messages/count_tokens"].includes(pathname))
    throw new RefusedRequest("Not found", 404, "not_found_error");
  if (!incoming.headers["x-api-key"] && !incoming.headers.authorization) {
    throw new RefusedRequest("x-api-key header is required", 401, "authentication_error");
  }
  if (!incoming.headers["anthropic-version"]) throw new RefusedRequest("anthropic-version: header is required");
  if (body.length > MOST_BYTES) throw new RefusedRequest("Request exceeds the maximum size", 413, "request_too_large");
  try {
    return JSON.parse(body);
  } catch {
    throw new RefusedRequest("The request body is not valid JSON");
  }
}

/** Checks a request that holds its whole conversation. @throws RefusedRequest */
export function checkRequest(request: MessagesRequest, isCount = false): void {
  onlyMembers("", request, REQUEST_MEMBERS);
  if (typeof request.model !== "string" || request.model === "") throw new RefusedRequest("model: Field required");
  if (!isCount && (!Number.isInteger(request.max_tokens) || request.max_tokens < 1))
    throw new RefusedRequest("max_tokens: Field required");
  const { temperature, thinking } = request;
  if (temperature !== undefined && !(typeof temperature === "number" && temperature >= 0 && temperature <= 1))
    throw new RefusedRequest("temperature: range: 0..1");
  if (thinking?.type === "enabled" && !(Number(thinking.budget_tokens) >= 1_024))
    throw new RefusedRequest("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
  checkTools(request);
  checkSystem(request.system);
  checkMessages(request.messages);
  checkBreakpoints(request);
}

function checkTools({ tools = [], tool_choice: choice, thinking }: MessagesRequest): void {
  for (const [index, tool] of tools.entries()) checkTool(index, tool);
  const names = tools.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw new RefusedRequest("tools: Tool names must be unique.");
  if (choice === undefined) return;
  if (!["auto", "any", "tool", "none"].includes(String(choice.type)))
    throw new RefusedRequest("tool_choice.type: Input should be 'auto', 'any', 'tool' or 'none'");
  if (tools.length === 0) throw new RefusedRequest("tool_choice may only be specified while providing tools");
  if (choice.type === "tool" && !names.includes(choice.name))
    throw new RefusedRequest(`Tool '${String(choice.name)}' not found in provided tools`);
  if (thinking?.type === "enabled" && ["any", "tool"].includes(String(choice.type)))
    throw new RefusedRequest("Thinking may not be enabled when tool_choice forces tool use.");
}

function checkTool(index: number, tool: ToolDefinition): void {
  if (tool.type === "memory_20250818") {
    if (tool.name !== "memory") throw new RefusedRequest(`tools.${index}.name: Input should be 'memory'`);
    onlyMembers(`tools.${index}.`, tool, MEMORY_TOOL_MEMBERS);
    return;
  }
  if (tool.type !== undefined && tool.type !== "custom") return;
  if (typeof tool.name !== "string" || !/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name))
    throw new RefusedRequest(`tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  if (tool.input_schema?.type !== "object")
    throw new RefusedRequest(`tools.${index}.custom.input_schema.type: Input should be 'object'`);
}

function checkSystem(system: MessagesRequest["system"]): void {
  if (system === undefined || typeof system === "string") return;
  if (!Array.isArray(system)) throw new RefusedRequest("system: Input should be a valid list");
  for (const [index, block] of system.entries()) {
    if (block?.type !== "text" || typeof block.text !== "string")
      throw new RefusedRequest(`system.${index}.type: Input should be 'text'`);
    if (block.text === "") throw new RefusedRequest("system: text content blocks must be non-empty");
  }
}

function checkMessages(messages: readonly MessageParam[]): void {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new RefusedRequest("messages: at least one message is required");
  }
  for (const index of messages.keys()) checkMessage(messages, index);
  if (messages.at(-1)?.role !== "user") {
    const problem =
      "This model does not support assistant message prefill. The conversation must end with a user message.";
    throw new RefusedRequest(problem);
  }
}

/** Roles alternate, and every `tool_use` is answered in the next message, once, by its `tool_result`. */
function checkMessage(messages: readonly MessageParam[], index: number): void {
  const message = messages[index];
  const sent: unknown = message?.role;
  if (sent === "system") {
    const problem = 'The Messages API accepts a top-level `system` parameter, not "system" as an input message role.';
    throw new RefusedRequest(`messages: Unexpected role "system". ${problem}`);
  }
  if (index === 0 && sent !== "user") throw new RefusedRequest('messages: first message must use the "user" role');
  const role = index % 2 === 0 ? "user" : "assistant";
  if (message?.role !== role) throw new RefusedRequest('messages: roles must alternate between "user" and "assistant"');
  onlyMembers(`messages.${index}.`, message, ["role", "content", ...(role === "assistant" ? REPLY_MEMBERS : [])]);
  checkContent(message, index);
  const asked = blocksOf(messages[index - 1]).flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
  const answered = blocksOf(message).flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
  const missing = asked.filter((id) => !answered.includes(id));
  if (missing.length > 0) {
    const problem = "`tool_use` ids were found without `tool_result` blocks immediately after";
    throw new RefusedRequest(`messages.${index}: ${problem}: ${missing.join(", ")}`);
  }
  const unexpected = answered.filter((id) => !asked.includes(id));
  if (unexpected.length > 0 || new Set(answered).size !== answered.length || new Set(asked).size !== asked.length) {
    throw new RefusedRequest(`messages.${index}: unexpected or repeated \`tool_use_id\`: ${unexpected.join(", ")}`);
  }
}

/** What a reply has besides, which a thread keeps. */
const REPLY_MEMBERS = ["id", "type", "model", "stop_reason", "stop_sequence", "usage"];

/** At most four cache breakpoints, over tools, system and messages together. */
function checkBreakpoints({ tools = [], system, messages }: MessagesRequest): void {
  const isMarked = (value: unknown): boolean => typeof value === "object" && value !== null && "cache_control" in value;
  const parts = [...tools, ...(Array.isArray(system) ? system : []), ...messages.flatMap((each) => blocksOf(each))];
  const nested = parts.flatMap((part) => ("content" in part && Array.isArray(part.content) ? part.content : []));
  const marked = [...parts, ...nested].filter(
    (part) => isMarked(part) && (part as { cache_control: unknown }).cache_control !== null,
  );
  for (const { cache_control: mark } of marked as { cache_control: { type?: unknown; ttl?: unknown } }[]) {
    if (mark.type !== "ephemeral" || !["5m", "1h", undefined].includes(mark.ttl as string | undefined))
      throw new RefusedRequest("cache_control.type: Input should be 'ephemeral'");
  }
  if (marked.length > 4) {
    throw new RefusedRequest(`A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`);
  }
}

export function blocksOf(message: MessageParam | undefined): (ReplyBlock | ToolResultBlock)[] {
  return typeof message?.content === "object" ? message.content : [];
}

export function onlyMembers(where: string, value: object, allowed: readonly string[]): void {
  const extra = Object.keys(value).find((name) => !allowed.includes(name));
  if (extra !== undefined) throw new RefusedRequest(`${where}${extra}: Extra inputs are not permitted`);
}

/** The tool results of the last message, in order: what the model reads next. */
export function toolResults(request: MessagesRequest): ToolResultBlock[] {
  return blocksOf(request.messages.at(-1)).flatMap((block) => (block.type === "tool_result" ? [block] : []));
}

/** All that a message says in text. */
export function textOf(message: MessageParam | undefined): string {
  if (typeof message?.content === "string") return message.content;
  return blocksOf(message)
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n");
}
