import * as z from "zod";

/** One memory-tool command, as the model sent it: whatever it is, the answer is the tool's, not a problem document. */
export const MemoryBody = z.looseObject({}).meta({
  id: "MemoryCommand",
  description: "One command of Anthropic's memory_20250818 tool, as the model sent it.",
  examples: [{ command: "view", path: "/memories" }],
});

export const MemoryAnswer = z
  .object({
    content: z.string().meta({ description: "The text for the model." }),
    isError: z.boolean(),
    path: z.string().optional().meta({ description: "The canonical path the command was about." }),
    version: z
      .int()
      .optional()
      .meta({ description: "The file's version after the command, or the one that was shown." }),
  })
  .meta({ id: "MemoryAnswer" });

export const MemoryQuery = z.strictObject({
  onExisting: z.enum(["refuse", "overwrite"]).optional().meta({
    description: "What `create` does when the file exists; without it, the container's setting decides.",
  }),
});
