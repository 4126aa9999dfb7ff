import * as z from "zod";
import { SCOPES } from "./keys.ts";
import { LIMITS } from "./limits.ts";
import { canonicalPath, isMemoryPath, MEMORY_ROOT, PathError } from "./path.ts";
import { byteLength } from "./text.ts";

/** Text that Postgres can store and JSON can carry: well-formed Unicode without NUL. */
const storable = z
  .string()
  .refine((text) => text.isWellFormed(), "must be well-formed Unicode")
  .refine((text) => !text.includes("\0"), "must not contain NUL characters");

/** A short label: storable, without control characters, at most `maxBytes` UTF-8 bytes, NFC. */
function label(maxBytes: number): z.ZodType<string, string> {
  return storable
    .refine((text) => text.length > 0, "must not be empty")
    .refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters")
    .transform((text) => text.normalize("NFC"))
    .refine((text) => byteLength(text) <= maxBytes, `must be at most ${maxBytes} bytes of UTF-8`);
}

export const Content = storable
  .refine((text) => byteLength(text) <= LIMITS.contentBytes, `must be at most ${LIMITS.contentBytes} bytes of UTF-8`)
  .meta({ description: "Text, at most 1 MiB of UTF-8, without NUL." });

export const ContainerTag = z
  .string()
  .regex(/^[A-Za-z0-9_.:@-]{1,128}$/, "must be 1 to 128 of the characters A-Z a-z 0-9 _ . : @ -")
  .refine((tag) => tag !== "." && tag !== "..", "must not be . or ..")
  .meta({ description: "The container's name, such as `user:42`.", examples: ["claude_memory"] });

/**
 * A document's name in its container. Under `/memories` it is a memory file's path and must be canonical, so that one file
 * has one name; elsewhere any text without control characters.
 */
export const CustomId = label(LIMITS.customIdBytes)
  .superRefine((customId, context) => {
    if (customId === "." || customId === "..") context.addIssue("must not be . or ..");
    else if (isMemoryPath(customId)) {
      const problem = memoryPathProblem(customId);
      if (problem !== null) context.addIssue(problem);
    }
  })
  .meta({
    description: "Unique in its container: at most 1,024 bytes of UTF-8, stored as NFC, without control characters.",
    examples: ["/memories/notes.md"],
  });

function memoryPathProblem(customId: string): string | null {
  if (customId === MEMORY_ROOT) return `must name a file beneath ${MEMORY_ROOT}`;
  try {
    const canonical = canonicalPath(customId);
    return canonical === customId ? null : `must be written as ${canonical}`;
  } catch (error) {
    if (error instanceof PathError) return error.message.replace(/^Error: /, "");
    throw error;
  }
}

export const Tag = label(LIMITS.tagBytes);

export const Metadata = z
  .custom<Readonly<Record<string, unknown>>>(isPlainObject, "must be an object")
  .superRefine((metadata, context) => {
    const problem = metadataProblem(metadata);
    if (problem !== null) context.addIssue(problem);
  })
  .meta({
    description: "Any JSON object: at most 64 keys, 16 KiB, 16 levels.",
    override: { type: "object", additionalProperties: true },
  });

function metadataProblem(metadata: Readonly<Record<string, unknown>>): string | null {
  if (Object.keys(metadata).length > LIMITS.metadataKeys) return `must have at most ${LIMITS.metadataKeys} keys`;
  const problem = jsonProblem(metadata, 1);
  if (problem !== null) return problem;
  const bytes = byteLength(JSON.stringify(metadata));
  return bytes > LIMITS.metadataBytes ? `must be at most ${LIMITS.metadataBytes} bytes of JSON` : null;
}

/** What keeps a JSON value out of a `jsonb` column: depth, NUL, lone surrogates, numbers that JSON cannot carry back. */
function jsonProblem(value: unknown, depth: number): string | null {
  if (typeof value === "string") return textProblem(value);
  if (typeof value === "number") return Number.isFinite(value) ? null : "must not hold numbers out of range";
  if (typeof value !== "object" || value === null) return null;
  if (depth > LIMITS.metadataDepth) return `must have at most ${LIMITS.metadataDepth} levels`;
  for (const [key, member] of Object.entries(value)) {
    const problem = textProblem(key) ?? jsonProblem(member, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function textProblem(text: string): string | null {
  if (!text.isWellFormed()) return "must be well-formed Unicode";
  return text.includes("\0") ? "must not contain NUL characters" : null;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** RFC 3339, in UTC to the millisecond: Postgres knows fewer offsets, years and digits than the standard allows. */
export const Time = z.iso
  .datetime({ offset: true })
  .transform((text, context) => {
    const time = new Date(text);
    if (time.getTime() >= FIRST_MS && time.getTime() <= LAST_MS) return time.toISOString();
    context.addIssue("must be in the years 1 to 9999");
    return z.NEVER;
  })
  .meta({ description: "RFC 3339 time." });

const FIRST_MS = Date.parse("0001-01-01T00:00:00Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

export const Version = z.int().min(1).max(2_147_483_647);

/** Which containers: a tag, or a prefix that ends in `*`. */
const ContainerPattern = z
  .string()
  .regex(
    /^(?:[A-Za-z0-9_.:@-]{1,128}|[A-Za-z0-9_.:@-]{0,127}\*)$/,
    "must be a containerTag, or a prefix that ends in *",
  );

export const ContainerPatterns = z
  .array(ContainerPattern)
  .min(1)
  .max(LIMITS.containerPatterns)
  .meta({ description: "Tags, or prefixes that end in `*`.", examples: [["user:42", "project:*"]] });

export const Scopes = z
  .array(z.enum(SCOPES))
  .min(1)
  .transform((scopes) => [...new Set(scopes)])
  .meta({ description: "What it may do; no scope implies another." });

export const Name = label(LIMITS.nameBytes);

/** A day of the calendar in the years 1 to 9999. */
export const Day = z.iso.date().refine((day) => day >= "0001-01-01", "must be in the years 1 to 9999");

export const Key = label(LIMITS.keyBytes);
export const Source = label(LIMITS.sourceBytes);
export const StorableText = storable;

/** The agent run that a change belongs to, as the header `Stela-Session` names it. */
export const Session = storable
  .min(1)
  .max(LIMITS.sessionCharacters)
  .meta({ description: "The agent run, as it named itself in Stela-Session." });

/** One page's size and where it starts. `cursor` is the `nextCursor` of the page before, with the same filters. */
export function pageQuery(maxRows: number) {
  return {
    limit: z.coerce.number().int().min(1).max(maxRows).default(Math.min(maxRows, 50)),
    cursor: z.string().max(8_192).optional(),
  };
}
