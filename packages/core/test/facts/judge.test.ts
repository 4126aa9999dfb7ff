import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FreshFact, judgeFact, type KnownFact } from "../../src/facts/judge.ts";
import { rulesOf } from "../../src/facts/rules.ts";

const RULES = rulesOf(null);

const fresh = (content: string, more: Partial<FreshFact> = {}): FreshFact => ({
  customId: "fact:fresh",
  key: null,
  category: "preference",
  content,
  importance: 3,
  tags: null,
  occurredAt: null,
  ...more,
});
const known = (content: string, more: Partial<KnownFact> = {}): KnownFact => ({
  id: content,
  customId: `fact:${content}`,
  key: "0".repeat(20),
  category: "preference",
  content,
  importance: 3,
  tags: [],
  status: "active",
  occurredAt: "2026-01-01T00:00:00.000Z",
  ...more,
});
const judged = (before: string, content: string, category: FreshFact["category"] = "preference") =>
  judgeFact(fresh(content, { category }), [known(before, { category })], RULES).outcome;

test.each([
  ["Prefers dark mode in the editor", "The user prefers dark mode in editors"],
  ["Wants replies in English", "wants REPLIES in english."],
  ["Has two cats and a dog", "Has 2 cats and a dog"],
  ["用户的首选编辑器是 Vim", "用户首选的编辑器是 Vim"],
  ["用户每天早上喝咖啡", "用户每天早上都喝咖啡"],
  ["ｕｓｅｓ　Ｆｉｒｅｆｏｘ　ｄａｉｌｙ", "Uses Firefox daily"],
  ["매일 아침 커피를 마신다", "매일 아침에 커피를 마신다"],
  ["Does not eat meat at home", "Doesn't eat meat at home"],
])("%j is what %j says: a duplicate", (before, content) => {
  expect(judged(before, content)).toBe("duplicate");
});

test.each([
  ["Prefers dark mode", "Prefers light mode"],
  ["Drinks coffee every morning", "Stopped drinking coffee"],
  ["Uses Vue for the admin frontend", "Switched from Vue to React for the admin frontend"],
  ["Uses Vue for the admin frontend", "No longer uses Vue"],
  ["Lives in Berlin", "Lives in Munich"],
  ["The default branch is main", "The default branch is trunk"],
  ["Webhooks are retried five times", "Webhooks are retried eight times"],
  ["Likes spicy food", "Does not like spicy food"],
  ["Does not eat fish", "Eats fish again"],
  ["端口为 8080", "端口改为 9090"],
  ["用户喜欢吃香菜", "用户不喜欢吃香菜"],
  ["用户喜欢深色主题", "用户喜欢浅色主题"],
  ["用户住在上海", "用户住在北京"],
  ["团队一共有五名工程师", "团队一共有七名工程师"],
  ["首选编辑器是 Vim", "首选编辑器换成 Neovim"],
  ["毎朝コーヒーを飲む", "コーヒーを飲むのをやめた"],
  ["매운 음식을 좋아한다", "매운 음식을 더 이상 먹지 않는다"],
])("%j is so no longer after %j", (before, content) => {
  expect(judged(before, content)).toBe("superseded");
});

test.each([
  ["The web port is 3000", "The API port is 8080"],
  ["Does not eat meat", "Does not eat fish"],
  ["Has a friend named Anna", "Has a friend named Tom"],
  ["Likes pizza with mushrooms and olives", "Does not like olives"],
  ["Issue 12 is closed", "Issue 13 is closed"],
  ["Favourite food is sushi", "Favourite colour is blue"],
  ["His brother lives in Rome", "Lives in Munich"],
  ["Uses Python for scripts", "Uses Python notebooks for data science lectures"],
  ["Release manager approves deploys before the Friday freeze", "Never deploy on a Friday"],
  ["喜欢喝绿茶", "喜欢看电影"],
  ["前端的构建工具选用 Vite", "后端的测试框架选用 pytest"],
  ["区别对待线上和线下环境", "线上环境部署三份"],
  ["这个方案特别好，采用方案甲", "采用方案乙做备选"],
])("%j and %j are both so", (before, content) => {
  expect(judged(before, content)).toBe("added");
});

test("two things to do may differ in a number", () => {
  expect(judged("Pay invoice 1043 before Friday", "Pay invoice 1044 before Friday", "todo")).toBe("added");
  expect(judged("Call 3 suppliers about steel", "Call 4 suppliers about steel", "todo")).not.toBe("superseded");
});

test.each([
  ["ok thanks, sounds good!", "small_talk"],
  ["Hello! How are you?", "small_talk"],
  ["好的，谢谢你的帮助！", "small_talk"],
  ["ありがとうございます", "small_talk"],
  ["감사합니다", "small_talk"],
  ["Has 3", "too_short"],
  ["喝茶", "too_short"],
  ["!!! ... ???", "too_short"],
  ["Can you help me with this", "question"],
  ["怎么部署到生产环境", "question"],
])("%j is skipped: %s", (content, reason) => {
  expect(judgeFact(fresh(content), [], RULES)).toEqual({ outcome: "skipped", reason });
});

test.each([
  "喜欢喝茶",
  "Hi! I live in Berlin",
  "Thanks to Ada the build is fixed",
  "Asked whether tabs are fine",
  "네이버에서 일한다",
])("%j is a fact", (content) => expect(judgeFact(fresh(content), [], RULES).outcome).toBe("added"));

describe("of one key", () => {
  const stored = known("Prefers tabs", {
    customId: "fact:fresh",
    key: "indent",
    occurredAt: "2026-02-02T00:00:00.000Z",
  });
  const of = (occurredAt: string | null, content = "Prefers spaces", before = stored) =>
    judgeFact(fresh(content, { key: "indent", occurredAt }), [before], RULES);

  test("the newest wins", () => {
    expect(of(null).outcome).toBe("updated");
    expect(of("2026-02-02T00:00:00Z").outcome).toBe("updated");
    expect(of("2026-02-03T00:00:00Z").outcome).toBe("updated");
    expect(of("2026-02-01T23:59:59Z")).toEqual({ outcome: "skipped", reason: "older" });
  });

  test("what was outdated comes back when it is said again, and not when it is only repeated", () => {
    const outdated: KnownFact = { ...stored, status: "outdated" };
    expect(of(null, "Prefers tabs", outdated)).toMatchObject({ outcome: "updated", reason: "said_again" });
    expect(of("2026-02-02T00:00:00Z", "Prefers tabs", outdated)).toEqual({ outcome: "skipped", reason: "older" });
  });
});

test("what is older than the fact it contradicts does not take its place", () => {
  const late = fresh("Prefers light mode", { occurredAt: "2025-12-31T00:00:00Z" });
  expect(judgeFact(late, [known("Prefers dark mode")], RULES)).toEqual({ outcome: "skipped", reason: "older" });
});

const word = fc.constantFrom(
  ...[
    "likes",
    "prefers",
    "not",
    "no longer",
    "dark",
    "light",
    "mode",
    "editor",
    "Vue",
    "React",
    "port",
    "is",
    "8080",
    "9090",
    "lives in",
  ],
  ...["用户", "喜欢", "不", "改为", "咖啡", "深色", "浅色", "主题", "住在", "上海", "北京", "端口", "五个"],
);
const statement = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(" "));

test("what is known already is never added again, whatever it says", () => {
  fc.assert(
    fc.property(statement, fc.array(statement, { maxLength: 4 }), (content, others) => {
      const all = [...others.filter((other) => other !== content).map((other) => known(other)), known(content)];
      const { outcome } = judgeFact(fresh(content), all, RULES);
      expect(["duplicate", "skipped"]).toContain(outcome);
    }),
  );
});

test("case, width and spacing do not matter", () => {
  fc.assert(
    fc.property(statement, statement, (content, before) => {
      const plain = judgeFact(fresh(content.toLowerCase()), [known(before.toLowerCase())], RULES);
      const odd = judgeFact(
        fresh(`  ${content.toLowerCase().replaceAll(" ", "   ")} `),
        [known(before.toLowerCase())],
        RULES,
      );
      expect(odd.outcome).toBe(plain.outcome);
    }),
  );
});

test("what is not of the category or not active is not looked at, and the order of what is known does not matter", () => {
  fc.assert(
    fc.property(statement, fc.uniqueArray(statement, { maxLength: 5 }), (content, others) => {
      const facts = others.map((other) => known(other));
      const aside = others.flatMap((other) => [
        known(other, { id: "x", customId: `x:${other}`, category: "todo" }),
        known(other, { id: "y", customId: `y:${other}`, status: "outdated" }),
      ]);
      const verdict = judgeFact(fresh(content), facts, RULES);
      expect(judgeFact(fresh(content), [...aside, ...facts], RULES)).toEqual(verdict);
      expect(judgeFact(fresh(content), facts.toReversed(), RULES).outcome).toBe(verdict.outcome);
    }),
  );
});
