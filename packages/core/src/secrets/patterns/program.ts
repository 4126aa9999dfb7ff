import type { CharacterSet } from "./character-set.ts";
import { type Assertion, type Pattern, PatternError } from "./parse.ts";

/** A step of the machine that patterns become (Thompson's construction). `next` and `other` are places in the program. */
export type Step =
  | { readonly kind: "set"; readonly set: CharacterSet; next: number }
  | { readonly kind: "assertion"; readonly assertion: Assertion; next: number }
  | { readonly kind: "fork"; next: number; other: number }
  | { readonly kind: "found"; readonly pattern: number };

export interface Program {
  readonly steps: readonly Step[];
  /** Where each pattern begins. */
  readonly starts: readonly number[];
}

/** How many steps one pattern may become. */
const MOST_STEPS = 1_000;

/** @throws PatternError for a pattern that would be too large. */
export function compileProgram(patterns: readonly Pattern[]): Program {
  const steps: Step[] = [];
  const starts = patterns.map((pattern, index) => {
    const limit = steps.length + MOST_STEPS;
    const add = (step: Step): number => {
      if (steps.length >= limit) throw new PatternError(`is too large: it becomes more than ${MOST_STEPS} steps`);
      return steps.push(step) - 1;
    };
    return compile(pattern, add({ kind: "found", pattern: index }), add, steps);
  });
  return { steps, starts };
}

/** Adds the steps of a pattern that goes on at `next`, and gives back where it begins. */
function compile(pattern: Pattern, next: number, add: (step: Step) => number, steps: Step[]): number {
  switch (pattern.kind) {
    case "empty":
      return next;
    case "set":
      return add({ kind: "set", set: pattern.set, next });
    case "assertion":
      return add({ kind: "assertion", assertion: pattern.assertion, next });
    case "sequence":
      return pattern.parts.reduceRight((after, part) => compile(part, after, add, steps), next);
    case "choice":
      return pattern.options
        .map((option) => compile(option, next, add, steps))
        .reduceRight((other, option) => add({ kind: "fork", next: option, other }));
    case "repeat": {
      let at = next;
      if (pattern.most === null) {
        at = add({ kind: "fork", next, other: next });
        (steps[at] as { next: number }).next = compile(pattern.of, at, add, steps);
      } else {
        for (let i = pattern.least; i < pattern.most; i++) {
          at = add({ kind: "fork", next: compile(pattern.of, at, add, steps), other: next });
        }
      }
      for (let i = 0; i < pattern.least; i++) at = compile(pattern.of, at, add, steps);
      return at;
    }
  }
}

/** Whether the pattern matches where there is nothing, whatever stands around. */
export function matchesNothing(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "empty":
    case "assertion":
      return true;
    case "set":
      return false;
    case "sequence":
      return pattern.parts.every(matchesNothing);
    case "choice":
      return pattern.options.some(matchesNothing);
    case "repeat":
      return pattern.least === 0 || matchesNothing(pattern.of);
  }
}
