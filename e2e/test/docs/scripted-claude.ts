import { blocksOf, type MessagesRequest, type ReplyBlock } from "../../../packages/sdk/test/messages-api-rules.ts";
import { memoryCall } from "../../../packages/sdk/test/messages-api-server.ts";

const FILE = "/memories/ada.md";
const NOTE = "# Ada\n\n- Deploys on Fridays.\n";

/** Plays Claude for the programs of the guides: looks first, then reads what it noted, or notes what it is told. */
export function scriptedClaude({ messages }: MessagesRequest): ReplyBlock[] {
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
