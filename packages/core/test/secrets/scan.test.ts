import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../src/secrets/redact.ts";
import type { SecretRule } from "../../src/secrets/rule.ts";
import { internalHostRules } from "../../src/secrets/rules/internal-hosts.ts";
import { secretRules } from "../../src/secrets/rules.ts";
import { type Finding, scanForSecrets } from "../../src/secrets/scan.ts";
import { carriers } from "./carriers.ts";
import { cleanLine } from "./clean.ts";
import { type Random, seeded } from "./random.ts";
import { tokenShapes } from "./shapes.ts";

const seeds = fc.integer({ min: 0, max: 1_000_000 });

function githubToken(random: Random): string {
  return `ghp_${random.b62(36)}`;
}

/** A document of clean lines with secrets strewn in, and what they were. */
function documentWithSecrets(seed: number): { text: string; tokens: string[] } {
  const random = seeded(seed);
  const shapes = Object.values(tokenShapes);
  const tokens: string[] = [];
  const lines = Array.from({ length: 30 }, () => {
    if (random.below(4) > 0) return cleanLine(random);
    const token = random.pick(shapes)(random);
    tokens.push(token);
    return random.pick(carriers)(token);
  });
  return { text: lines.join(random.pick(["\n", "\r\n"])), tokens };
}

describe("findings", () => {
  test("are sorted, apart from each other, inside the text and on the line they say", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { text } = documentWithSecrets(seed);
        let previousEnd = 0;
        for (const { start, end, line } of scanForSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(previousEnd);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(line).toBe(text.slice(0, start).split("\n").length);
          previousEnd = end;
        }
      }),
    );
  });

  test("never carry the text of the secret", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { text } = documentWithSecrets(seed);
        const findings = scanForSecrets(text);
        const told = JSON.stringify(findings);
        for (const finding of findings) {
          expect(Object.keys(finding).sort()).toEqual(["end", "line", "name", "rule", "start"]);
          expect(told).not.toContain(JSON.stringify(text.slice(finding.start, finding.end)).slice(1, -1));
        }
      }),
    );
  });

  test("are the same for the same text, whatever was scanned in between", () => {
    fc.assert(
      fc.property(seeds, seeds, (one, other) => {
        const { text } = documentWithSecrets(one);
        const first = scanForSecrets(text);
        scanForSecrets(documentWithSecrets(other).text);
        expect(scanForSecrets(text)).toEqual(first);
      }),
    );
  });

  test("count lines by \\n and offsets in UTF-16 units, with \\r\\n, Chinese and emoji before them", () => {
    const token = githubToken(seeded(1));
    const before = "第一行\r\n😀 第二行\r\n\r\n令牌是";
    expect(scanForSecrets(`${before}${token}。\r\n`)).toEqual([
      { rule: "github-token", name: "GitHub token", line: 4, start: before.length, end: before.length + token.length },
    ]);
  });

  test("of overlapping claims carry the most specific rule and cover all of them", () => {
    const token = githubToken(seeded(2));
    const text = `password = "${token}"`;
    expect(scanForSecrets(text)).toMatchObject([{ rule: "github-token", start: 12, end: 12 + token.length }]);
  });

  test("cover a token to its end, even when it is longer than any known one", () => {
    const token = `ghp_${seeded(3).b62(3000)}`;
    expect(scanForSecrets(`a ${token} b`)).toMatchObject([{ start: 2, end: 2 + token.length }]);
  });

  test("are found one after the other on one line", () => {
    const random = seeded(4);
    const tokens = Array.from({ length: 20 }, () => githubToken(random));
    expect(scanForSecrets(tokens.join(","))).toHaveLength(20);
  });

  test("of a token need a word's start before it, in ASCII only", () => {
    const token = githubToken(seeded(5));
    expect(scanForSecrets(`x${token}`)).toEqual([]);
    for (const before of ["是", "：", "（", "_", "\\n", "%3D", "\\u0022", "é"]) {
      expect(scanForSecrets(`${before}${token}`), before).toHaveLength(1);
    }
  });
});

describe("redaction", () => {
  test("leaves no secret that a second scan would find, and leaves the rest as it was", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { text } = documentWithSecrets(seed);
        const findings = scanForSecrets(text);
        const redacted = redactSecrets(text, findings);
        expect(scanForSecrets(redacted)).toEqual([]);
        const kept = text.length - findings.reduce((sum, finding) => sum + finding.end - finding.start, 0);
        const marks = findings.reduce((sum, finding) => sum + `[redacted:${finding.rule}]`.length, 0);
        expect(redacted.length).toBe(kept + marks);
      }),
    );
  });

  test("names the rule in the secret's place", () => {
    const text = `use ${githubToken(seeded(6))} now`;
    expect(redactSecrets(text, scanForSecrets(text))).toBe("use [redacted:github-token] now");
  });

  test("of a text without findings is the text", () => {
    fc.assert(fc.property(fc.string(), (text) => redactSecrets(text, []) === text));
  });
});

describe("any text at all", () => {
  test("is scanned without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => Array.isArray(scanForSecrets(text))),
    );
  });

  test("made of keywords and punctuation is scanned without an error", () => {
    const words = fc.constantFrom(
      ...secretRules.flatMap((rule) => rule.keywords),
      " ",
      "=",
      ":",
      "\n",
      '"',
      "-",
      ".",
      "A",
      "0",
      "密",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 200 }), (parts) => Array.isArray(scanForSecrets(parts.join("")))),
    );
  });
});

describe("rules", () => {
  test("have ids of their own, keywords in lower case, and patterns without flags that the scanner sets", () => {
    expect(new Set(secretRules.map((rule) => rule.id)).size).toBe(secretRules.length);
    for (const rule of [...secretRules, ...internalHostRules]) {
      expect(rule.id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(rule.pattern.flags, rule.id).toMatch(/^i?$/);
      expect(rule.keywords.length, rule.id).toBeGreaterThan(0);
    }
  });

  test("of a caller replace the built-in ones", () => {
    const rules: SecretRule[] = [
      { id: "acme", name: "Acme", keywords: ["ACME-"], pattern: /acme-(?<secret>\d{6})/i, minEntropy: 0 },
    ];
    const found: Finding[] = scanForSecrets(`ghp_${seeded(8).b62(36)}\nAcme-424242`, { rules });
    expect(found).toEqual([{ rule: "acme", name: "Acme", line: 2, start: 46, end: 52 }]);
  });

  test("may let known values off", () => {
    const rule: SecretRule = {
      id: "acme",
      name: "Acme",
      keywords: ["acme-"],
      pattern: /acme-\d{6}/,
      minEntropy: 0,
      allow: [/424242$/],
    };
    expect(scanForSecrets("acme-424242 acme-131313", { rules: [rule] })).toMatchObject([{ start: 12 }]);
  });

  test("of internal hosts are opt-in", () => {
    const text = "ssh db-1.prod.acme.internal, then 10.20.30.40";
    expect(scanForSecrets(text)).toEqual([]);
    expect(scanForSecrets(text, { rules: internalHostRules }).map(({ start, end }) => text.slice(start, end))).toEqual([
      "db-1.prod.acme.internal",
      "10.20.30.40",
    ]);
  });
});
