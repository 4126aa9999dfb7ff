import { requiredLiterals } from "./patterns/literals.ts";
import { type Covered, createMatcher, type Matcher } from "./patterns/match.ts";
import { parsePattern } from "./patterns/parse.ts";
import { compileProgram } from "./patterns/program.ts";
import { internalHostRules } from "./rules/internal-hosts.ts";
import { secretRules } from "./rules.ts";
import { type Finding, scanForSecrets } from "./scan.ts";
import { entropyOf } from "./shape.ts";

/** A rule of a container's own. */
export interface ContainerRule {
  readonly id: string;
  readonly name?: string | undefined;
  readonly pattern: string;
  /** One of these has to stand somewhere in the text; case does not matter for A to Z. */
  readonly keywords?: readonly string[] | undefined;
  readonly flags?: "i" | "" | undefined;
  /** Least Shannon entropy of what is found, in bits per character. */
  readonly entropy?: number | undefined;
}

/** What a container has besides the built-in rules, as the database gives it. `revision` changes with it. */
export interface ContainerRules {
  readonly revision: string;
  readonly rules: readonly ContainerRule[];
  readonly internalHosts: boolean;
}

const withInternalHosts = [...secretRules, ...internalHostRules];

/** What the rules for internal hosts look for. */
export const internalHostWords = internalHostRules.flatMap((rule) => rule.keywords);

/** The texts, in small letters, one of which stands in all that a rule finds; null where any text has to be looked at. */
export function wordsOf({ pattern, flags, keywords }: ContainerRule): readonly string[] | null {
  if (keywords !== undefined && keywords.length > 0) return keywords.map(small);
  return requiredLiterals(parsePattern(pattern, flags === "i"));
}

/** A scan by the built-in rules and those of a container. Where two claim the same place, the container's names the finding. */
export function containerScan({ rules, internalHosts }: ContainerRules): (text: string) => Finding[] {
  const builtIn = internalHosts ? withInternalHosts : secretRules;
  const matcher = createMatcher(
    compileProgram(rules.map(({ pattern, flags }) => parsePattern(pattern, flags === "i"))),
  );
  return (text) => {
    const own = findOwn(text, rules, matcher);
    const others = scanForSecrets(text, { rules: builtIn });
    return own.length === 0 ? others : merged(text, own, others);
  };
}

interface Own extends Covered {
  readonly rule: ContainerRule;
}

function findOwn(text: string, rules: readonly ContainerRule[], matcher: Matcher): Own[] {
  let lowered: string | undefined;
  return matcher.findAll(text).flatMap((covered) => {
    const rule = rules[covered.pattern] as ContainerRule;
    if (rule.keywords !== undefined && rule.keywords.length > 0) {
      lowered ??= small(text);
      if (!rule.keywords.some((keyword) => lowered?.includes(small(keyword)))) return [];
    }
    if (entropyOf(text.slice(covered.start, covered.end)) < (rule.entropy ?? 0)) return [];
    return [{ ...covered, rule }];
  });
}

function merged(text: string, own: readonly Own[], others: readonly Finding[]): Finding[] {
  const all = [
    ...own.map(({ start, end, rule: { id, name = id } }, place) => ({
      rule: id,
      name,
      start,
      end,
      rank: place - own.length,
    })),
    ...others.map(({ rule, name, start, end }) => ({ rule, name, start, end, rank: 0 })),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const findings: (Finding & { readonly rank: number })[] = [];
  let line = 1;
  let looked = 0;
  for (const each of all) {
    const last = findings.at(-1);
    if (last !== undefined && each.start < last.end) {
      const { rule, name, rank } = each.rank < last.rank ? each : last;
      findings[findings.length - 1] = { ...last, rule, name, rank, end: Math.max(last.end, each.end) };
      continue;
    }
    for (let at = text.indexOf("\n", looked); at !== -1 && at < each.start; at = text.indexOf("\n", looked)) {
      line++;
      looked = at + 1;
    }
    findings.push({ ...each, line });
  }
  return findings.map(({ rank: _, ...finding }) => finding);
}

function small(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
