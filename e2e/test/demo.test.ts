import { Stela } from "@stela/sdk";
import { describe, expect, inject, test } from "vitest";

const { apiUrl, apiKey } = inject("stack");

describe("the demo of npm start", () => {
  const stela = new Stela({ baseUrl: apiUrl, apiKey });

  test("has the work of several agents, in several sessions and languages", async () => {
    const documents = async (containerTag: string) => (await stela.documents.list(containerTag, { limit: 50 })).data;
    const names = async (containerTag: string) => (await documents(containerTag)).map(({ customId }) => customId);
    expect(await names("claude_memory")).toContain("/memories/welcome.md");
    expect(await names("user:42")).toContain("/memories/tickets/closed/export-fails.md");
    const orion = await names("project:orion");
    expect(orion).toContain("/memories/deploy.md");
    expect(orion).not.toContain("/memories/scratch.md");
    const questions = { containerTag: "claude_memory", customId: "/memories/project/open-questions.md" };
    const history = (await stela.documents.revisions.list(questions)).data;
    expect(new Set(history.map(({ actor }) => actor)).size).toBe(2);
    expect(history.map(({ session }) => session)).toEqual(["support-2026-11-25", "orion-planning"]);
    expect((await stela.documents.get(questions)).content).toContain("谁负责备份");
  });

  test("has facts, of which one has changed", async () => {
    const facts = (await stela.facts.list("user:42")).data;
    const past = facts.filter(({ status }) => status === "outdated");
    expect(past.map(({ content }) => content)).toEqual(["Gets the weekly report on Fridays"]);
    expect(facts.find(({ key }) => key === "plan")).toMatchObject({
      version: 2,
      content: expect.stringContaining("40 seats"),
    });
  });

  test("has proposals that wait, secrets that were stopped, and the receipt of an erasure", async () => {
    const proposals = await stela.proposals.list({ containerTag: "project:orion", status: "pending" });
    expect(proposals.data).toHaveLength(3);
    const blocked = await stela.findings.list({ containerTag: "project:orion" });
    expect(blocked.data.map(({ policy }) => policy)).toEqual(["block"]);
    const redacted = await stela.findings.list({ containerTag: "user:42" });
    expect(redacted.data.map(({ policy }) => policy)).toEqual(["redact"]);
    const erasures = await stela.erasures.list({ containerTag: "project:orion" });
    expect(erasures.data).toMatchObject([{ target: "document", counts: { documents: 1 } }]);
  });
});
