import { expect, test } from "vitest";
import { scanForSecrets } from "../../src/secrets/scan.ts";
import { cleanLine, written } from "./clean.ts";
import { seeded } from "./random.ts";

test("of 20,000 random clean lines at most 20 are taken for secrets", { timeout: 60_000 }, () => {
  const flagged: string[] = [];
  for (let seed = 0; seed < 20_000; seed++) {
    const line = cleanLine(seeded(seed));
    const [finding] = scanForSecrets(line);
    if (finding) flagged.push(`${finding.rule}: ${line}`);
  }
  expect(flagged.length, flagged.slice(0, 40).join("\n")).toBeLessThanOrEqual(20);
});

test("clean lines stay clean when they stand together in one document", () => {
  const random = seeded(7);
  for (let round = 0; round < 50; round++) {
    const document = Array.from({ length: 60 }, () => cleanLine(random)).join("\n");
    const found = scanForSecrets(document).map(
      (finding) => `${finding.rule}: ${document.slice(finding.start - 60, finding.end)}`,
    );
    expect(found.length, found.join("\n---\n")).toBeLessThanOrEqual(1);
  }
});

test.each(written)("is clean: %s", (line) => {
  expect(scanForSecrets(line)).toEqual([]);
});
