import { withoutRecalled } from "./recalled.ts";

/** A message of a conversation, whatever made it: only its text counts. */
export interface SaidMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: unknown }[];
}

/** The text of a message as it was said: without what was recalled into it, without calls, results and files. */
export function saidIn({ content }: SaidMessage): string {
  const text =
    typeof content === "string"
      ? content
      : content
          .flatMap((block) => (block.type === "text" && typeof block.text === "string" ? [block.text] : []))
          .join("\n");
  return withoutRecalled(text);
}

/** A conversation to be read, or null when no user says anything in it. The newest are kept when it is longer than that. */
export function transcriptOf(
  messages: readonly SaidMessage[],
  mostCharacters = Number.POSITIVE_INFINITY,
): string | null {
  const turns = messages
    .filter(({ role }) => role === "user" || role === "assistant")
    .map((message) => ({ role: message.role, text: saidIn(message) }))
    .filter(({ text }) => text !== "");
  if (!turns.some(({ role }) => role === "user")) return null;
  const lines = turns.map(({ role, text }) => `<turn by="${role}">\n${escaped(text)}\n</turn>`);
  let first = lines.length;
  for (let room = mostCharacters; first > 0; first--) {
    room -= (lines[first - 1] ?? "").length + 1;
    if (room < 0) break;
  }
  return lines.slice(Math.min(first, lines.length - 1)).join("\n");
}

/** Text that cannot end the turn it stands in. */
function escaped(text: string): string {
  return text.replace(/<(\/?(?:turn|conversation)\b)/gi, "‹$1");
}
