/** A message of a conversation, whatever made it: only its text counts. Anthropic's messages and the AI SDK's are such. */
export interface SaidMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: unknown }[];
}
