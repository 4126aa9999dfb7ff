import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { KnownFact } from "../../src/facts/judge.ts";
import { NOTHING_KNOWN, planFacts } from "../../src/facts/plan.ts";
import { prepareFacts } from "../../src/facts/prepare.ts";
import type { Fact } from "../../src/facts/schema.ts";
import { builtInScreening } from "../../src/secrets/screening.ts";

const words = [
  "dark",
  "light",
  "mode",
  "coffee",
  "tea",
  "not",
  "no longer",
  "Vue",
  "React",
  "port",
  "8080",
  "9090",
  "咖啡",
  "不再",
  "喜欢",
  "五个",
];
const facts = fc.array(
  fc.record(
    {
      key: fc.constantFrom("a", "b", "c"),
      category: fc.constantFrom("preference" as const, "decision" as const),
      content: fc
        .array(fc.constantFrom(...words), { minLength: 2, maxLength: 6 })
        .map((each) => `Says ${each.join(" ")}`),
      importance: fc.integer({ min: 1, max: 5 }),
    },
    { requiredKeys: ["category", "content", "importance"] },
  ),
  { minLength: 1, maxLength: 12 },
);

const RUNS = { numRuns: 50 };

const WORLD = { newId: () => "id", fingerprint: async (secret: string) => secret };

/** Carries out plans on facts in memory. */
class Store {
  facts = new Map<string, KnownFact>();
  #ids = 0;

  async remember(sent: readonly Fact[]): Promise<string[]> {
    const prepared = await prepareFacts(WORLD, sent, builtInScreening);
    const steps = planFacts(prepared, { ...NOTHING_KNOWN, known: [...this.facts.values()] }, () => `id${this.#ids++}`);
    for (const { operations, newIds } of steps) {
      for (const [index, { customId, content, fields }] of (operations as Operation[]).entries()) {
        const before = this.facts.get(customId) ?? { id: newIds[index] ?? "", customId, occurredAt: null, tags: [] };
        this.facts.set(customId, { ...before, content, ...fields } as KnownFact);
      }
    }
    return steps.map(({ outcome }) => outcome);
  }

  get active(): string[] {
    return [...this.facts.values()]
      .filter(({ status }) => status === "active")
      .map(({ customId, content }) => `${customId} ${content}`)
      .toSorted();
  }
}

interface Operation {
  readonly customId: string;
  readonly content: string;
  readonly fields: Partial<KnownFact>;
}

test("the same batch once more makes no new fact", async () => {
  await fc.assert(
    fc.asyncProperty(facts, async (batch) => {
      const store = new Store();
      await store.remember(batch);
      const { size } = store.facts;
      await store.remember(batch);
      expect(store.facts.size).toBe(size);
    }),
    RUNS,
  );
});

test("the same batch once more changes nothing at all where it says when each was said", async () => {
  await fc.assert(
    fc.asyncProperty(facts, async (batch) => {
      const dated = batch.map((fact, index) => ({
        ...fact,
        occurredAt: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
      }));
      const store = new Store();
      await store.remember(dated);
      const before = structuredClone(store.facts);
      const outcomes = await store.remember(dated);
      expect(store.facts).toEqual(before);
      expect(outcomes.filter((outcome) => outcome !== "duplicate" && outcome !== "skipped")).toEqual([]);
    }),
    RUNS,
  );
});

test("one request is as many requests of one fact each, and of one key there is one fact", async () => {
  await fc.assert(
    fc.asyncProperty(facts, async (batch) => {
      const [together, apart] = [new Store(), new Store()];
      await together.remember(batch);
      for (const fact of batch) await apart.remember([fact]);
      expect(together.active).toEqual(apart.active);
      const keys = [...together.facts.values()].map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }),
    RUNS,
  );
});
