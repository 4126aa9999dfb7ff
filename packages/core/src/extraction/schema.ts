import * as z from "zod";
import { RememberedFact } from "../facts/schema.ts";
import { LIMITS } from "../limits.ts";
import { ContainerTag, StorableText, Time } from "../schema.ts";

const Block = z.looseObject({ type: StorableText.max(64), text: StorableText.optional() });

const Said = z.strictObject({
  role: z.enum(["user", "assistant"]),
  content: z
    .union([StorableText, z.array(Block)])
    .meta({ description: "Text, or the blocks of a message, of which those of type `text` are read." }),
});

export const ExtractBody = z.strictObject({
  containerTag: ContainerTag,
  messages: z
    .array(Said)
    .min(1)
    .max(LIMITS.extractMessages)
    .meta({ description: "The conversation, or its latest turns. What was recalled into it is cut out." }),
  session: z
    .string()
    .min(1)
    .max(LIMITS.sessionCharacters)
    .regex(/^[\x20-\x7e]*$/, "must be printable ASCII")
    .optional()
    .meta({ description: "The agent run that the facts belong to, in place of the header Stela-Session." }),
  model: z
    .string()
    .regex(/^[\w.:@/-]{1,128}$/, "must be the name of a model")
    .optional()
    .meta({ description: "The model that reads, in place of the deployment's." }),
  occurredAt: Time.optional().meta({ description: "When it was said; now by default." }),
});
export type ExtractBody = z.infer<typeof ExtractBody>;

export const Extraction = z
  .object({
    results: z.array(RememberedFact).meta({ description: "What became of each fact, as `POST /v1/facts` tells it." }),
    dropped: z
      .array(
        z.object({
          index: z.int().meta({ description: "Among all that the model gave." }),
          reason: z.enum(["not_an_object", "content", "category", "importance", "too_long", "too_many"]),
        }),
      )
      .meta({ description: "What the model gave as a fact and is none." }),
    stopReason: z.string().meta({
      description:
        "Why the model stopped: `tool_use` is the usual one; after `max_tokens` and `refusal` there may be facts that it did not tell; `not_asked` when there was nothing to read.",
    }),
    usage: z.object({ model: z.string(), requests: z.int(), inputTokens: z.int(), outputTokens: z.int() }).meta({
      description: "What the model cost.",
    }),
  })
  .meta({ id: "Extraction" });
export type Extraction = z.infer<typeof Extraction>;
