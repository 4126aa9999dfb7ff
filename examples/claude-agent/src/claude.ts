import Anthropic from "@anthropic-ai/sdk";
import { MessagesApiServer } from "../../../packages/sdk/test/messages-api-server.ts";
import { scriptedClaude } from "./scripted-claude.ts";

export interface ConnectedClaude {
  readonly claude: Anthropic;
  readonly model: string;
  close(): Promise<void>;
}

/** Claude, when `ANTHROPIC_API_KEY` is set; otherwise a local server that speaks the Messages API and follows a script. */
export async function connectToClaude(): Promise<ConnectedClaude> {
  const { ANTHROPIC_API_KEY, ANTHROPIC_MODEL } = process.env;
  if (ANTHROPIC_API_KEY) {
    const model = ANTHROPIC_MODEL || "claude-sonnet-5-5";
    return { claude: new Anthropic({ apiKey: ANTHROPIC_API_KEY }), model, close: async () => {} };
  }
  console.log("ANTHROPIC_API_KEY is not set: a script plays Claude. Client, tool and memory are the real ones.\n");
  const server = await MessagesApiServer.start(scriptedClaude);
  const claude = new Anthropic({ apiKey: "none-needed", baseURL: server.url });
  return { claude, model: "scripted-claude", close: () => server.stop() };
}
