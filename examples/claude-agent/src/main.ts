/**
 * A Claude agent that remembers. Run it twice: what it writes in the first process is there in the second.
 *
 *   npm start          in one terminal: Stela on this machine
 *   npm run example    in another; with ANTHROPIC_API_KEY set it talks to Claude, without to a script
 */
import { createClaudeMemoryTool } from "@stela/sdk/anthropic";
import { connectToClaude } from "./claude.ts";
import { printMessage, printStored } from "./print.ts";
import { connectToStela } from "./stela.ts";

const CONTAINER_TAG = "example:claude-agent";
const PROMPT =
  process.argv.slice(2).join(" ") ||
  "Hi, I am Ada. I like short answers and I deploy on Fridays. Check your memory, update it, and tell me how often we have met.";

const stela = await connectToStela();
const { claude, model, close } = await connectToClaude();

// The whole integration: one tool. Here it shares the client; `createClaudeMemoryTool(apiKey, { … })` does without one.
const memory = createClaudeMemoryTool(stela, { containerTag: CONTAINER_TAG, session: crypto.randomUUID(), model });

console.log(`You: ${PROMPT}\n`);
const runner = claude.beta.messages.toolRunner({
  model,
  max_tokens: 2_048,
  messages: [{ role: "user", content: PROMPT }],
  tools: [memory],
});
for await (const message of runner) {
  printMessage(message);
}
await close();

console.log(`\nStored in the container ${CONTAINER_TAG}, read over REST:\n`);
await printStored(stela, CONTAINER_TAG);
console.log("\nRun it again: a new process remembers all of it.");
