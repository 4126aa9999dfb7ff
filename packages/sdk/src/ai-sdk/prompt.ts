/** The AI SDK's prompt, as far as it is read and changed here. */
export type Prompt = readonly PromptMessage[];

export interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: unknown }[];
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What the user said last. */
export function said(prompt: Prompt): string {
  const content = prompt[lastUser(prompt)]?.content ?? "";
  return typeof content === "string"
    ? content
    : content.flatMap(({ type, text }) => (type === "text" ? [String(text)] : [])).join("\n");
}

/**
 * Puts what was recalled before the words of the last message of the user. What comes before it stays the same from turn to turn; Claude
 * is told to keep that in its cache, and other providers do not read it.
 */
export function withRecalled(prompt: Prompt, recalled: string): Prompt {
  const index = lastUser(prompt);
  const message = prompt[index];
  if (recalled === "" || message === undefined || typeof message.content === "string") return prompt;
  const changed = [...prompt];
  changed[index] = { ...message, content: [{ type: "text", text: recalled }, ...message.content] };
  const before = prompt[index - 1];
  const isMarked = JSON.stringify(prompt.map(({ providerOptions, content }) => [providerOptions, content])).includes(
    '"cacheControl"',
  );
  if (before !== undefined && !isMarked) changed[index - 1] = marked(before);
  return changed;
}

function marked({ providerOptions = {}, ...message }: PromptMessage): PromptMessage {
  const anthropic = { ...providerOptions["anthropic"], cacheControl: { type: "ephemeral" } };
  return { ...message, providerOptions: { ...providerOptions, anthropic } };
}

function lastUser(prompt: Prompt): number {
  return prompt.findLastIndex(({ role }) => role === "user");
}
