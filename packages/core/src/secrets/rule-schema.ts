import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { StorableText } from "../schema.ts";
import { type Pattern, PatternError, parsePattern } from "./patterns/parse.ts";
import { compileProgram, matchesNothing } from "./patterns/program.ts";
import { internalHostRules } from "./rules/internal-hosts.ts";
import { secretRules } from "./rules.ts";

const builtInIds: ReadonlySet<string> = new Set([...secretRules, ...internalHostRules].map((rule) => rule.id));

const RuleId = z.string().regex(/^[a-z0-9-]{1,64}$/, "must be 1 to 64 of the characters a-z 0-9 -");

/** A rule of a container's own, whose pattern runs in linear time. */
const ContainerRule = z
  .strictObject({
    id: RuleId.refine((id) => !builtInIds.has(id), "is the id of a built-in rule").meta({
      description: "Shown where it finds something: `[redacted:<id>]`.",
    }),
    name: StorableText.min(1).max(128).optional().meta({ description: "What people call it; the id by default." }),
    pattern: StorableText.min(1).max(LIMITS.patternCharacters).meta({
      description:
        "A regular expression without back references, look-around and Unicode properties. `^` and `$` are the ends of a line.",
    }),
    keywords: z
      .array(StorableText.min(1).max(64))
      .max(20)
      .optional()
      .meta({ description: "The rule holds only for text in which one of these stands, in whatever case." }),
    flags: z.enum(["", "i"]).optional().meta({ description: "`i`: the case of A to Z does not matter." }),
    entropy: z.number().min(0).max(8).optional().meta({
      description: "Least Shannon entropy of what is found, in bits per character.",
    }),
  })
  .superRefine(({ pattern, flags }, context) => {
    const problem = problemOf(pattern, flags === "i");
    if (problem !== null) context.addIssue({ code: "custom", path: ["pattern"], message: problem });
  })
  .meta({ id: "SecretRule" });

export const ContainerRuleList = z
  .array(ContainerRule)
  .max(LIMITS.secretRules)
  .superRefine((rules, context) => {
    const ids = new Set<string>();
    for (const [index, { id }] of rules.entries()) {
      if (ids.has(id)) context.addIssue({ code: "custom", path: [index, "id"], message: "is the id of another rule" });
      ids.add(id);
    }
    const patterns = rules.map(({ pattern, flags }) => parsed(pattern, flags === "i"));
    if (stepsOf(patterns) > LIMITS.patternSteps) {
      context.addIssue(`must be smaller: together the patterns become more than ${LIMITS.patternSteps} steps`);
    }
  });

export const DisabledRules = z
  .array(z.string().refine((id) => builtInIds.has(id), "is not the id of a built-in rule"))
  .max(builtInIds.size);

function problemOf(source: string, ignoresCase: boolean): string | null {
  const pattern = parsed(source, ignoresCase);
  if (typeof pattern === "string") return pattern;
  if (matchesNothing(pattern)) return "matches the empty text, so it would be found everywhere";
  try {
    compileProgram([pattern]);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** The pattern, or what is wrong with it. */
function parsed(source: string, ignoresCase: boolean): Pattern | string {
  try {
    return parsePattern(source, ignoresCase);
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** How many steps patterns become together. One that is refused by itself counts for nothing. */
function stepsOf(patterns: readonly (Pattern | string)[]): number {
  let steps = 0;
  for (const pattern of patterns) {
    if (typeof pattern === "string") continue;
    try {
      steps += compileProgram([pattern]).steps.length;
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
    }
  }
  return steps;
}
