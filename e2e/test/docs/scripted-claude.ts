import {
  blocksOf,
  type MessagesRequest,
  type ReplyBlock,
  textOf,
} from "../../../packages/sdk/test/messages-api-rules.ts";
import { memoryCall, toolCall } from "../../../packages/sdk/test/messages-api-server.ts";

const FILE = "/memories/ada.md";
const NOTE = "# Ada\n\n- Deploys on Fridays.\n";

const EDITORS: readonly (readonly [RegExp, string])[] = [
  [/from now on I use Helix/i, "No longer uses Zed; uses Helix now"],
  [/my editor is Zed/i, "Uses Zed as editor"],
];

/** Plays Claude for the programs of the guides. */
export function scriptedClaude(request: MessagesRequest): ReplyBlock[] {
  const said = textOf(request.messages.at(-1));
  if (request.tool_choice?.type === "tool") return [toolCall("save_facts", { facts: factsIn(said) })];
  if (request.tools?.some(({ name }) => name === "memory") ?? false) return withMemoryTool(request);
  return [{ type: "text", text: answerTo(said) }];
}

/** What a reader of the conversation finds. */
function factsIn(said: string): object[] {
  const found = EDITORS.find(([pattern]) => pattern.test(said));
  return found === undefined ? [] : [{ key: "editor", category: "preference", content: found[1], importance: 4 }];
}

function answerTo(said: string): string {
  const known = /<stela-memory>[\s\S]*uses? (\w+)[\s\S]*<\/stela-memory>/i.exec(said)?.[1];
  if (/which editor/i.test(said)) return known === undefined ? "You have not told me." : `You use ${known}.`;
  return /cent/.test(said) ? "In src/invoice.ts each line is rounded, and at step 3 the total again." : "I see.";
}

/** Looks first, then reads what it noted, or notes what it is told. */
function withMemoryTool({ messages }: MessagesRequest): ReplyBlock[] {
  const results = messages
    .flatMap((message) => blocksOf(message))
    .flatMap((block) => (block.type === "tool_result" ? [String(block.content)] : []));
  const [listing, second] = results;
  if (listing === undefined) return [memoryCall({ command: "view", path: "/memories" })];
  const hasNoted = listing.includes(FILE);
  if (second !== undefined)
    return [{ type: "text", text: hasNoted ? "You deploy on Fridays." : "I will remember that." }];
  return [memoryCall(hasNoted ? { command: "view", path: FILE } : { command: "create", path: FILE, file_text: NOTE })];
}
