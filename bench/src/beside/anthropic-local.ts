import path from "node:path";
import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import { beneathHeading, type Subject } from "./subject.ts";

const pathOf = (name: string) => `/memories/${name}.md`;

/** Anthropic's tool on local files: no network, no history, nothing that keeps two writers apart. */
export const anthropicLocal: Subject = {
  name: "Anthropic's local file tool",
  open: ({ folder }, agents) =>
    Promise.all(
      Array.from({ length: agents }, async () => {
        const tool = await BetaLocalFilesystemMemoryTool.init(path.join(folder, "anthropic"));
        return {
          create: async (name: string, text: string) =>
            void (await tool.create({ command: "create", path: pathOf(name), file_text: text })),
          read: (name: string) => tool.view({ command: "view", path: pathOf(name) }),
          append: async (name: string, line: string) =>
            void (await tool.str_replace({ command: "str_replace", path: pathOf(name), ...beneathHeading(line) })),
          list: async () => void (await tool.view({ command: "view", path: "/memories" })),
        };
      }),
    ),
};
