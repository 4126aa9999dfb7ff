import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { ContainerTag, pageQuery, StorableText, Time } from "../schema.ts";

const Rule = StorableText.min(1).max(64);
const FindingFilters = {
  containerTag: ContainerTag.optional(),
  rule: Rule.optional().meta({ description: "Id of the rule." }),
  policy: z.enum(["block", "redact", "allow"]).optional().meta({ description: "What became of the text." }),
  status: z.enum(["open", "false_positive"]).optional(),
  from: Time.optional().meta({ description: "Findings at this time or later." }),
  to: Time.optional().meta({ description: "Findings before this time." }),
};

export const FindingQuery = z.strictObject({ ...FindingFilters, ...pageQuery(LIMITS.pageRows) });
export type FindingFilters = Omit<z.infer<typeof FindingQuery>, "limit" | "cursor">;

export const FalsePositiveBody = z.strictObject({
  appliesTo: z.enum(["container", "organization"]).default("container").meta({
    description: "Where the text passes from now on; `organization` needs a key that covers every container.",
  }),
  reason: StorableText.min(1).max(LIMITS.reasonCharacters).optional(),
});

export const Finding = z
  .object({
    id: z.uuid(),
    containerTag: z.string(),
    rule: z.string(),
    name: z.string().meta({ description: "Name of the rule, for people." }),
    policy: z.enum(["block", "redact", "allow"]),
    path: z.string().meta({ description: "Where it stood in what was sent." }),
    line: z.int().meta({ description: "Line of the text there, from 1." }),
    actor: z.string(),
    session: z.string().optional(),
    request: z.string().optional(),
    at: z.iso.datetime(),
    status: z.enum(["open", "false_positive"]),
    falsePositive: z
      .object({
        appliesTo: z.enum(["container", "organization"]),
        reason: z.string().optional(),
        actor: z.string(),
        at: z.iso.datetime(),
      })
      .optional()
      .meta({ description: "The mark that lets its text pass." }),
  })
  .meta({ id: "Finding" });
export type Finding = z.infer<typeof Finding>;

export const FindingPage = z
  .object({ findings: z.array(Finding), nextCursor: z.string().nullable() })
  .meta({ id: "FindingPage" });

const FindingCount = z
  .object({
    containerTag: z.string(),
    rule: z.string(),
    name: z.string(),
    findings: z.int(),
    open: z.int(),
    falsePositives: z.int(),
    lastAt: z.iso.datetime(),
  })
  .meta({ id: "FindingCount" });

export const FindingSummary = z
  .object({ counts: z.array(FindingCount), nextCursor: z.string().nullable() })
  .meta({ id: "FindingSummary" });

/** A finding as the database gives it: members that are empty are null. */
export type StoredFinding = Omit<Finding, "session" | "request" | "falsePositive"> & {
  readonly session: string | null;
  readonly request: string | null;
  readonly falsePositive:
    | (Omit<NonNullable<Finding["falsePositive"]>, "reason"> & { readonly reason: string | null })
    | null;
};

export function toFinding({ session, request, falsePositive, ...finding }: StoredFinding): Finding {
  return {
    ...finding,
    ...(session === null ? {} : { session }),
    ...(request === null ? {} : { request }),
    ...(falsePositive === null ? {} : { falsePositive: toMark(falsePositive) }),
  };
}

function toMark({ reason, ...mark }: NonNullable<StoredFinding["falsePositive"]>) {
  return { ...mark, ...(reason === null ? {} : { reason }) };
}
