import type { IncomingMessage } from "node:http";

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
}

export interface MessagesRequest {
  model: string;
  max_tokens: number;
  messages: MessageParam[];
  tools?: ToolDefinition[];
  stream?: boolean;
  /** With `continue`, `messages` holds only what came after the reply of that id, and `tools` are those of the thread. */
  thread?: { type: "create" } | { type: "continue"; previous_message_id: string } | null;
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

const REQUEST_MEMBERS = [
  "model",
  "max_tokens",
  "messages",
  "tools",
  "stream",
  "system",
  "metadata",
  "temperature",
  "tool_choice",
  "thread",
];
const MEMORY_TOOL_MEMBERS = [
  "type",
  "name",
  "allowed_callers",
  "cache_control",
  "defer_loading",
  "input_examples",
  "strict",
];

/** Checks what came around a request and reads it. @throws RefusedRequest */
export function parseRequest(incoming: IncomingMessage, body: string): MessagesRequest {
  const { pathname } = new URL(incoming.url ?? "", "http://localhost");
  if (incoming.method !== "POST" || pathname !== "/v1/messages")
    throw new RefusedRequest("Not found", 404, "not_found_error");
  if (!incoming.headers["x-api-key"] && !incoming.headers.authorization) {
    throw new RefusedRequest("an API key is required", 401, "authentication_error");
  }
  if (!incoming.headers["anthropic-version"]) throw new RefusedRequest("anthropic-version: header is required");
  try {
    return JSON.parse(body);
  } catch {
    throw new RefusedRequest("The request body is not valid JSON");
  }
}

/** Checks a request that holds its whole conversation. @throws RefusedRequest */
export function checkRequest(request: MessagesRequest): void {
  onlyMembers("", request, REQUEST_MEMBERS);
  if (typeof request.model !== "string") throw new RefusedRequest("model: Field required");
  if (!Number.isInteger(request.max_tokens) || request.max_tokens < 1)
    throw new RefusedRequest("max_tokens: Field required");
  for (const [index, tool] of (request.tools ?? []).entries()) checkTool(index, tool);
  if (!Array.isArray(request.messages) || request.messages.length === 0) {
    throw new RefusedRequest("messages: at least one message is required");
  }
  for (const index of request.messages.keys()) checkMessage(request.messages, index);
}

function checkTool(index: number, tool: ToolDefinition): void {
  if (tool.type !== "memory_20250818") return;
  if (tool.name !== "memory") throw new RefusedRequest(`tools.${index}.name: Input should be 'memory'`);
  onlyMembers(`tools.${index}.`, tool, MEMORY_TOOL_MEMBERS);
}

/** Roles alternate, and every `tool_use` is answered in the next message, once, by its `tool_result`. */
function checkMessage(messages: readonly MessageParam[], index: number): void {
  const role = index % 2 === 0 ? "user" : "assistant";
  const message = messages[index];
  if (message?.role !== role) throw new RefusedRequest('messages: roles must alternate between "user" and "assistant"');
  if (message.content.length === 0) throw new RefusedRequest(`messages.${index}: content must not be empty`);
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

export function blocksOf(message: MessageParam | undefined): (ReplyBlock | ToolResultBlock)[] {
  return typeof message?.content === "object" ? message.content : [];
}

function onlyMembers(where: string, value: object, allowed: readonly string[]): void {
  const extra = Object.keys(value).find((name) => !allowed.includes(name));
  if (extra !== undefined) throw new RefusedRequest(`${where}${extra}: Extra inputs are not permitted`);
}

/** The tool results of the last message, in order: what the model reads next. */
export function toolResults(request: MessagesRequest): ToolResultBlock[] {
  return blocksOf(request.messages.at(-1)).flatMap((block) => (block.type === "tool_result" ? [block] : []));
}
