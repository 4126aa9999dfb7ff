import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { ContainerTag, CustomId, pageQuery, StorableText, Time } from "../schema.ts";

const label = StorableText.min(1).max(LIMITS.sessionCharacters);

export const AuditFilters = z.strictObject({
  actor: label.optional().meta({ description: "Such as `key:0197…`." }),
  session: label.optional(),
  containerTag: ContainerTag.optional(),
  customId: CustomId.optional(),
  action: label.optional().meta({ description: "Such as `document.update`, `secret.block`, `request.refused`." }),
  outcome: z.enum(["done", "refused"]).optional(),
  from: Time.optional().meta({ description: "Events at this time or later." }),
  to: Time.optional().meta({ description: "Events before this time." }),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const AuditQuery = z.strictObject({ ...AuditFilters.shape, ...pageQuery(LIMITS.pageRows) });

export const AuditEvent = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    actor: z.string(),
    action: z.string(),
    outcome: z.string(),
    containerTag: z.string().nullable(),
    customId: z.string().nullable(),
    documentId: z.uuid().nullable(),
    session: z.string().nullable(),
    request: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).meta({ description: "Never content." }),
    erasedBy: z.uuid().nullable().meta({ description: "The erasure that blanked customId and details." }),
  })
  .meta({ id: "AuditEvent" });
export type AuditEvent = z.infer<typeof AuditEvent>;

export const AuditPage = z
  .object({ events: z.array(AuditEvent), nextCursor: z.string().nullable() })
  .meta({ id: "AuditPage" });

export const VerifyQuery = z.strictObject({
  cursor: z.string().max(8_192).optional(),
  known: z
    .string()
    .regex(/^[1-9][0-9]{0,14}:[0-9a-f]{64}$/, "must be a seal's number, a colon and its hash")
    .optional()
    .meta({
      description: "A seal that you kept, as `number:hash`: a chain that was made anew has another hash there.",
    }),
});

export const Verification = z
  .object({
    valid: z.boolean().meta({ description: "Nothing wrong was found in the seals that this page recomputed." }),
    seals: z.int().meta({ description: "Seals recomputed in this page." }),
    events: z.int().meta({ description: "Events beneath them." }),
    problem: z
      .object({
        reason: z.enum([
          "changed_event",
          "missing_event",
          "inserted_event",
          "erased_without_receipt",
          "broken_seal",
          "missing_seal",
          "rewritten_chain",
        ]),
        seal: z.int(),
        eventId: z.int().nullable(),
      })
      .nullable()
      .meta({ description: "The first that was found." }),
    head: z
      .object({ number: z.int(), hash: z.string(), at: z.iso.datetime() })
      .nullable()
      .meta({ description: "The last seal. Keep it elsewhere, and hand it in as `known` later." }),
    unsealedEvents: z.int().meta({ description: "Events since the last seal." }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "Verification" });
