/** A block of a message, whatever else it holds. */
export interface BlockLike {
  readonly type: string;
}

/** A message as the Messages API takes it. */
export interface MessageLike {
  readonly role: string;
  readonly content: string | readonly BlockLike[];
}

/** The blocks that most conversations are made of. For others, name your own type: `new ContextManager<Anthropic.MessageParam>(…)`. */
export type ContextBlock =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: unknown }
  | {
      type: "tool_result";
      tool_use_id: string;
      content?: string | { type: "text"; text: string }[];
      is_error?: boolean;
    };

export interface ContextMessage {
  role: "user" | "assistant";
  content: string | ContextBlock[];
}

/** A block of the request's `system`. */
export interface SystemBlock {
  type: "text";
  text: string;
  cache_control?: { type: "ephemeral" };
}

interface AnyBlock extends BlockLike {
  readonly text?: unknown;
  readonly id?: unknown;
  readonly input?: unknown;
  readonly content?: unknown;
  readonly tool_use_id?: unknown;
}

export function blocksOf({ content }: MessageLike): readonly AnyBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** The text of a message that has nothing else, or null. */
export function plainTextOf(message: MessageLike): string | null {
  const blocks = blocksOf(message);
  return blocks.every(({ type }) => type === "text") ? blocks.map(({ text }) => String(text)).join("\n") : null;
}

/** All that a block says in letters: its text, the input of a call, the content of a result. */
export function lettersOf(block: BlockLike): string {
  const { type, text, input, content } = block as AnyBlock;
  if (type === "text") return String(text);
  if (type === "tool_use") return JSON.stringify(input) ?? "";
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(lettersOf).join("\n") : "";
}

export function toolUseIds(message: MessageLike): string[] {
  return blocksOf(message).flatMap(({ type, id }) => (type === "tool_use" ? [String(id)] : []));
}

export function toolResultIds(message: MessageLike): string[] {
  return blocksOf(message).flatMap((block) => (block.type === "tool_result" ? [String(block.tool_use_id)] : []));
}
