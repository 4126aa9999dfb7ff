import { Stela } from "@stela/sdk";
import { beforeAll, expect, inject, test } from "vitest";
import { type Line, SESSIONS, type Session } from "./month/sessions.ts";
import { Truth } from "./month/truth.ts";

const TAG = "month:mina";
const OTHER = "month:other";
const BUDGETS = [{ maxTokens: 400 }, { contextWindow: 4_000 }, { maxTokens: 160, topN: 5 }, { topN: 10 }] as const;

const { apiKey, apiUrl } = inject("stack");
const stela = new Stela({ apiKey, baseUrl: apiUrl });
const truth = new Truth();
const lines = SESSIONS.flatMap(({ said }) => said);

test("the script is as varied as it says", () => {
  const count = (...kinds: readonly Line[0][]) => lines.filter(([kind]) => kinds.includes(kind)).length;
  expect(SESSIONS.length).toBeGreaterThanOrEqual(20);
  expect(count("new", "change")).toBeGreaterThanOrEqual(60);
  expect(count("change")).toBeGreaterThanOrEqual(25);
  expect(count("again")).toBeGreaterThanOrEqual(15);
  expect(count("secret")).toBeGreaterThanOrEqual(10);
  expect(count("talk")).toBeGreaterThanOrEqual(SESSIONS.length);
});

beforeAll(async () => {
  // Another user's facts, some under the same keys, so that a wall that leaks would show.
  const facts = [
    "Lives in Oslo",
    "Works as a painter",
    "The API listens on port 7070",
    "用户喜欢喝茉莉花茶",
    "数据库选用 SQLite",
  ];
  const keys = ["home_city", "job", "api_port", "tea", "main_database"];
  await stela.facts.remember({
    containerTag: OTHER,
    facts: facts.map((content, index) => ({ key: keys[index] ?? "", category: "user_info", content, importance: 5 })),
  });
});

test.each(SESSIONS)("$day: what is active, and what is recalled, is the truth of the day", async (session) => {
  await remember(session);
  const active: (string | null)[] = [];
  for await (const { content } of stela.facts.list(TAG, { status: "active", limit: 200 }))
    active.push(truth.slotOf(content ?? ""));
  expect(active.toSorted()).toEqual(truth.slots);
  for (const [number, [query, slot]] of session.asks.entries())
    await ask(query, slot, BUDGETS[number % BUDGETS.length] ?? {});
});

async function remember({ day, said }: Session): Promise<void> {
  const facts = said.map(([kind, ...rest], index) => {
    const [slot, category, content, key] =
      kind === "talk" || kind === "secret" ? ["", "user_info" as const, rest[0]] : rest;
    const occurredAt = `${day}T${String(9 + (index % 9)).padStart(2, "0")}:00:00Z`;
    return {
      ...(key === undefined ? {} : { key }),
      category: category ?? ("user_info" as const),
      content: content ?? slot,
      importance: 2 + (index % 4),
      occurredAt,
    };
  });
  const { results } = await stela.facts.remember({ containerTag: TAG, facts });
  for (const [index, line] of said.entries()) {
    const { outcome, reason } = results[index] ?? {};
    expect(WANTED[line[0]], `${line[0]}: ${facts[index]?.content} was ${outcome}: ${reason}`).toContain(outcome);
    truth.take(line);
  }
}

const WANTED: Readonly<Record<Line[0], readonly string[]>> = {
  new: ["added"],
  change: ["superseded", "updated"],
  again: ["duplicate", "updated"],
  talk: ["skipped"],
  secret: ["skipped"],
};

async function ask(query: string, slot: string, budget: (typeof BUDGETS)[number] | object): Promise<void> {
  const { items, text, tokens } = await stela.recall({ containerTag: TAG, query, ...budget });
  const {
    maxTokens,
    contextWindow,
    topN = 8,
  } = { maxTokens: 2_000, contextWindow: 10_000, ...budget } as {
    maxTokens: number;
    contextWindow: number;
    topN?: number;
  };
  expect(tokens).toBeLessThanOrEqual(Math.min(maxTokens, contextWindow / 5));
  expect(items.length).toBeLessThanOrEqual(topN);
  const slots = items.map((item) => truth.slotOf(item.text));
  expect(slots, `not true today: ${text}`).not.toContain(null);
  expect(new Set(slots).size, `twice: ${text}`).toBe(slots.length);
  expect(slots, `${query} was answered with ${text}`).toContain(slot);
}

test("no secret is stored, in any container, nor in the history", async () => {
  const secrets = lines.filter(([kind]) => kind === "secret").map(([, text]) => text.slice(-20));
  const stored: string[] = [];
  for await (const document of stela.facts.list(TAG, { limit: 200 })) {
    for await (const revision of stela.documents.revisions.list(document.id, { fields: "content" }))
      stored.push(revision.content ?? "");
  }
  expect(stored.length).toBeGreaterThan(lines.filter(([kind]) => kind === "change").length);
  expect(secrets.filter((secret) => stored.some((text) => text.includes(secret)))).toEqual([]);
});
