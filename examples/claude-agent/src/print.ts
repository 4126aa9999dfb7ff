import type Anthropic from "@anthropic-ai/sdk";
import type { Stela } from "@stela/sdk";

/** What Claude says, and each command it sends to its memory. */
export function printMessage({ content }: Anthropic.Beta.BetaMessage): void {
  for (const block of content) {
    if (block.type === "text") console.log(`Claude: ${block.text}`);
    if (block.type === "tool_use") console.log(`  → memory ${JSON.stringify(block.input)}`);
  }
}

/** Every memory of a container, with its text. */
export async function printStored(stela: Stela, containerTag: string): Promise<void> {
  for await (const { customId, version, bytes, content = "" } of stela.documents.list(containerTag, {
    fields: "content",
  })) {
    console.log(`${customId}  (version ${version}, ${bytes} bytes)`);
    console.log(content.replace(/^/gm, "    ").trimEnd());
  }
}
