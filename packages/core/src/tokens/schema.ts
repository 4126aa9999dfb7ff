import * as z from "zod";
import { SCOPES } from "../keys.ts";
import { LIMITS } from "../limits.ts";
import { ContainerPatterns, Name, Scopes } from "../schema.ts";

export const NewTokenBody = z.strictObject({
  actor: z
    .strictObject({
      id: Name.meta({ description: "Stands in history as `person:<id>`." }),
      name: Name.optional().meta({ description: "For the audit trail." }),
    })
    .optional()
    .meta({ description: "The person it acts for. Left out for a program, such as a browser or a sandbox." }),
  scopes: Scopes,
  containers: ContainerPatterns,
  expiresInSeconds: z.int().min(1).max(LIMITS.tokenSeconds),
});

/** A token and what it may do. It is accepted wherever a key is. */
export const Token = z
  .object({
    token: z.string(),
    id: z.string(),
    keyId: z.string().meta({ description: "The key it comes from. When that is revoked, so is the token." }),
    actor: z.string().meta({ description: "Who acts, as history names it: `person:<id>` or `token:<id>`." }),
    scopes: z.array(z.enum(SCOPES)),
    containers: z.array(z.string()),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "Token" });
export type Token = z.infer<typeof Token>;
