import { blocksOf, type MessagesRequest, toolResults } from "../../../packages/sdk/test/messages-api-rules.ts";
import { memoryCall, type ReplyBlock } from "../../../packages/sdk/test/messages-api-server.ts";

const PROFILE = "/memories/people/ada.md";
const LOG = "/memories/log.md";

/**
 * Plays Claude: looks into its memory first, writes what it was told when there is nothing, and otherwise reads and edits what
 * an earlier process wrote. It knows only what the tool's answers show.
 */
export function scriptedClaude(request: MessagesRequest): ReplyBlock[] {
  const turn = request.messages.filter(({ role }) => role === "assistant").length;
  const shown = allToolTexts(request);
  if (turn === 0) return [say("I will look into my memory first."), memoryCall({ command: "view", path: "/memories" })];

  const hasMetBefore = shown[0]?.includes(PROFILE) ?? false;
  if (!hasMetBefore)
    return turn === 1 ? firstMeeting() : [say("Nice to meet you, Ada. I noted it: this is our first time.")];

  if (turn === 1) {
    const views = [PROFILE, LOG].map((path) => memoryCall({ command: "view", path }));
    return [say("We have met. I will read what I noted."), ...views];
  }
  const meetings = Number(/Meetings: (\d+)/.exec(shown[1] ?? "")?.[1] ?? 0);
  if (turn === 2) return nextMeeting(meetings);
  const failed = toolResults(request).some(({ is_error }) => is_error);
  if (failed) return [say("I could not update my memory this time.")];
  return [say(`Welcome back, Ada: short answers, deploys on Fridays. We have met ${meetings + 1} times.`)];
}

function firstMeeting(): ReplyBlock[] {
  const profile = "# Ada\n\n- Likes short answers.\n- Deploys on Fridays.\n\nMeetings: 1\n";
  return [
    say("Nothing there yet. I will write down what you told me."),
    memoryCall({ command: "create", path: PROFILE, file_text: profile }),
    memoryCall({ command: "create", path: LOG, file_text: `${line(1)}\n` }),
  ];
}

function nextMeeting(meetings: number): ReplyBlock[] {
  const [before, after] = [meetings, meetings + 1].map((count) => `Meetings: ${count}\n`);
  return [
    memoryCall({ command: "str_replace", path: PROFILE, old_str: before, new_str: after }),
    memoryCall({ command: "insert", path: LOG, insert_line: 0, insert_text: `${line(meetings + 1)}\n` }),
  ];
}

function line(meeting: number): string {
  return `- ${new Date().toISOString().slice(0, 16)}Z meeting ${meeting} with Ada`;
}

function say(text: string): ReplyBlock {
  return { type: "text", text };
}

/** What the tool has shown in this conversation, in order. */
function allToolTexts({ messages }: MessagesRequest): string[] {
  const results = messages.flatMap((message) => blocksOf(message)).filter((block) => block.type === "tool_result");
  return results.map(({ content }) => (typeof content === "string" ? content : ""));
}
