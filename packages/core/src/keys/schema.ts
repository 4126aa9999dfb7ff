import * as z from "zod";
import { SCOPES } from "../keys.ts";
import { LIMITS } from "../limits.ts";
import { ContainerPatterns, Name, pageQuery, Scopes, Time } from "../schema.ts";

export const NewKeyBody = z.strictObject({
  name: Name,
  scopes: Scopes,
  containers: ContainerPatterns,
  expiresAt: Time.optional().meta({ description: "Without it, the key lives as long as the one that makes it." }),
});

export const RotateBody = z.strictObject({
  overlapSeconds: z.int().min(0).max(LIMITS.overlapSeconds).default(86_400).meta({
    description: "How long the old key still works; a day by default, at least 60 when a key rotates itself.",
  }),
});

const key = {
  id: z.string(),
  prefix: z.string().meta({ description: "How the key's text begins: enough to recognise it by." }),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  containers: z.array(z.string()),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable().meta({ description: "As history names who made it: `key:…`, `person:…`." }),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: "To the minute." }),
  replacedBy: z.string().nullable().meta({ description: "The key that a rotation made in its place." }),
};

/** A key without its text, which is stored nowhere. */
export const ApiKey = z.object(key).meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

export const CreatedKey = z
  .object({ key: z.string().meta({ description: "The key. This answer is the only one that holds it." }), ...key })
  .meta({ id: "CreatedKey" });
export type CreatedKey = z.infer<typeof CreatedKey>;

export const KeyListQuery = z.strictObject(pageQuery(LIMITS.pageRows));
export const ApiKeyPage = z
  .object({ keys: z.array(ApiKey), nextCursor: z.string().nullable() })
  .meta({ id: "ApiKeyPage" });
