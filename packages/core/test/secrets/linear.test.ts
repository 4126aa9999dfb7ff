import { checkSync } from "recheck";
import { describe, expect, test, vi } from "vitest";
import type { SecretRule } from "../../src/secrets/rule.ts";
import { internalHostRules } from "../../src/secrets/rules/internal-hosts.ts";
import { secretRules } from "../../src/secrets/rules.ts";
import { scanForSecrets } from "../../src/secrets/scan.ts";
import { cleanLine } from "./clean.ts";
import { seeded } from "./random.ts";

// The checker's own code; its native and Java ones are not needed.
vi.stubEnv("RECHECK_SYNC_BACKEND", "pure");

/** Small automata and small populations: a seventh of the time, and what is exponential or polynomial is found all the same. */
const CHECK = {
  timeout: 50_000,
  randomSeed: 1,
  maxNFASize: 5_000,
  maxIteration: 3,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 50,
};

/**
 * The pattern as the scanner runs it, tied to one place, and made worse: repetitions of more than 24 become endless, and a
 * lookahead at the end becomes an end of text, which fails everywhere else and so makes the expression try all it can.
 * Where the scanner bounds the beginning by `reach`, the bounds are what makes the pattern cheap, so they stay.
 */
function hardened({ pattern, reach }: SecretRule): string {
  if (reach) return `^(?:${pattern.source})`;
  const endless = pattern.source
    .replace(/\{(\d+),(\d+)\}/g, (bounds, least: string, most: string) => {
      if (Number(most) <= 24) return bounds;
      return least === "0" ? "*" : "+";
    })
    .replace(/\{(\d+),?\}/g, (bounds, count: string) => (Number(count) > 24 ? "+" : bounds))
    .replace(/\(\?!\[[^\]]*\]\)$/, "$");
  return `^(?:${endless})`;
}

describe("no pattern backtracks more than in proportion to the text", () => {
  test.each([...secretRules, ...internalHostRules])("$id", { timeout: 60_000 }, (rule) => {
    const diagnostics = checkSync(hardened(rule), rule.pattern.flags, CHECK);
    expect(diagnostics.status, JSON.stringify(diagnostics)).toBe("safe");
  });
});

test.each(["^(?:(a+)+)$", "^(?:a*a*b)", "^(?:(?:[a-z]+ ?)+x)", "^(?:x[a-z]{0,200}y?[a-z]{0,200}z?[a-z]{0,200}!)"])(
  "the checker would find %s",
  (source) => {
    expect(checkSync(source, "", CHECK).status).toBe("vulnerable");
  },
);

describe("four times the text takes about four times as long", () => {
  const random = seeded(1);
  const keywords = [...new Set(secretRules.flatMap((rule) => rule.keywords))];
  const samples: Record<string, string> = {
    "clean lines": Array.from({ length: 400 }, () => cleanLine(random)).join("\n"),
    "one letter": "a",
    "one dash": "-",
    "random base64": random.b64(50_000),
    "every keyword": keywords.join(" "),
    "every keyword, joined": keywords.join(""),
    "every keyword, assigned": keywords.join("="),
    "an endless assignment": "token:",
    "an endless password": "password=aA1!",
    "the beginnings of a JSON Web Token": "-eyJaaaaaaaa",
    "the beginnings of a private key": "-----BEGIN PRIVATE KEY-----",
    "the beginnings of an authenticator's address": "otpauth://totp/a?secret=",
  };

  test.each(Object.entries(samples))("%s", { timeout: 60_000 }, (_name, sample) => {
    const large = sample.repeat(Math.ceil(2 ** 20 / sample.length)).slice(0, 2 ** 20);
    const small = large.slice(0, 2 ** 18);
    scanForSecrets(small);
    expect(fastest(large) / Math.max(fastest(small), 2)).toBeLessThan(12);
  });
});

function fastest(text: string): number {
  return Math.min(
    ...[1, 2].map(() => {
      const start = performance.now();
      scanForSecrets(text);
      return performance.now() - start;
    }),
  );
}
