import { type MessageParam, onlyMembers, RefusedRequest } from "./messages-api-rules.ts";

/** What may be in a message of each role. */
const BLOCKS: Readonly<Record<MessageParam["role"], readonly string[]>> = {
  user: ["text", "image", "document", "tool_result"],
  assistant: ["text", "tool_use", "thinking", "redacted_thinking"],
};
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  text: ["type", "text", "cache_control", "citations"],
  tool_use: ["type", "id", "name", "input", "cache_control", "caller"],
  tool_result: ["type", "tool_use_id", "content", "is_error", "cache_control"],
  thinking: ["type", "thinking", "signature"],
  redacted_thinking: ["type", "data"],
};

type Block = Readonly<Record<string, unknown>>;

/** Checks the content of one message. @throws RefusedRequest */
export function checkContent({ role, content }: MessageParam, index: number): void {
  const where = `messages.${index}`;
  if (typeof content === "string") {
    checkText(content, where);
    return;
  }
  if (!Array.isArray(content)) throw new RefusedRequest(`${where}.content: Input should be a valid list`);
  if (content.length === 0) throw new RefusedRequest(`${where}: content must not be empty`);
  for (const [at, block] of content.entries()) {
    checkBlock(role, block as unknown as Block, `${where}.content.${at}`);
  }
  const kinds = content.map(({ type }) => type);
  const first = kinds.findIndex((kind) => kind !== "tool_result");
  if (first !== -1 && kinds.lastIndexOf("tool_result") > first)
    throw new RefusedRequest(`${where}: tool_result blocks must come first in the content`);
}

function checkBlock(role: MessageParam["role"], block: Block, where: string): void {
  const type = String(block["type"]);
  if (!BLOCKS[role].includes(type)) {
    throw new RefusedRequest(`${where}: \`${type}\` blocks are not allowed in ${role} messages`);
  }
  const members = MEMBERS[type];
  if (members !== undefined) onlyMembers(`${where}.${type}.`, block, members);
  if (type === "text") checkText(block["text"], where);
  if (type === "tool_use") {
    if (!/^[a-zA-Z0-9_-]+$/.test(String(block["id"])))
      throw new RefusedRequest(`${where}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
    const { input } = block;
    if (typeof input !== "object" || input === null || Array.isArray(input))
      throw new RefusedRequest(`${where}.tool_use.input: Input should be a valid dictionary`);
  }
  if (type === "tool_result") checkToolResult(block, where);
  if (type === "thinking" && typeof block["signature"] !== "string")
    throw new RefusedRequest(`${where}.thinking.signature: Field required`);
}

function checkToolResult({ content, is_error: isError }: Block, where: string): void {
  if (isError !== undefined && typeof isError !== "boolean")
    throw new RefusedRequest(`${where}.tool_result.is_error: Input should be a valid boolean`);
  if (content === undefined || typeof content === "string") return;
  if (!Array.isArray(content)) throw new RefusedRequest(`${where}.tool_result.content: Input should be a valid list`);
  for (const part of content) {
    if (!["text", "image", "document", "search_result"].includes(part?.type))
      throw new RefusedRequest(`${where}.tool_result.content: \`${part?.type}\` is not allowed`);
    if (part.type === "text") checkText(part.text, where);
  }
}

function checkText(text: unknown, where: string): void {
  if (typeof text !== "string") throw new RefusedRequest(`${where}.text: Field required`);
  if (text === "") throw new RefusedRequest(`${where}: text content blocks must be non-empty`);
  if (text.trim() === "") throw new RefusedRequest(`${where}: text content blocks must contain non-whitespace text`);
}
