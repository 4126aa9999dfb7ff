/** A request of the Messages API, as far as it is changed here. */
export interface LoopParams {
  readonly messages: readonly LoopMessage[];
  readonly system?: unknown;
  readonly tools?: unknown;
  readonly cache_control?: unknown;
}

export interface LoopMessage {
  readonly role: string;
  readonly content: string | readonly Block[];
}

type Block = { readonly type: string; readonly text?: unknown };

/** The API takes no more. */
const MOST_BREAKPOINTS = 4;

/** The last message in which a person says something: not only results of tools. Undefined when there is none. */
export function lastSaid(
  messages: readonly LoopMessage[],
): { readonly index: number; readonly text: string } | undefined {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== "user") continue;
    const text = blocksOf(message)
      .flatMap((block) => (block.type === "text" ? [String(block.text)] : []))
      .join("\n");
    if (text.trim() !== "") return { index, text };
  }
  return undefined;
}

/**
 * Puts what was recalled before the words of the last message of a person: what comes before that, the system text included, stays the
 * same from turn to turn and is read from the cache. So a breakpoint is set there, unless the request has its own ways.
 */
export function withRecalled<Params extends LoopParams>(params: Params, recalled: string, mayMark: boolean): Params {
  const said = lastSaid(params.messages);
  if (said === undefined || recalled === "") return params;
  const messages = [...params.messages];
  const message = messages[said.index] as LoopMessage;
  const blocks = [...blocksOf(message)];
  // Results of tools come first, or the API refuses the message.
  const at = blocks.findLastIndex(({ type }) => type === "tool_result") + 1;
  messages[said.index] = { ...message, content: blocks.toSpliced(at, 0, { type: "text", text: recalled }) };
  const before = messages[said.index - 1];
  const marks = JSON.stringify([params.system, params.tools, params.messages]).split('"cache_control":{').length - 1;
  if (mayMark && before !== undefined && params.cache_control == null && marks < MOST_BREAKPOINTS)
    messages[said.index - 1] = marked(before);
  return { ...params, messages };
}

/** With a cache breakpoint at its end. Thinking cannot carry one. */
function marked(message: LoopMessage): LoopMessage {
  const blocks = [...blocksOf(message)];
  const last = blocks.at(-1);
  if (last === undefined || /thinking$/.test(last.type) || (last.type === "text" && last.text === "")) return message;
  blocks[blocks.length - 1] = { ...last, cache_control: { type: "ephemeral" } } as Block;
  return { ...message, content: blocks };
}

function blocksOf({ content }: LoopMessage): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
