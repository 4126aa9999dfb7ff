import { type Proposal, SavedForReviewError, Stela } from "@stela/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { openBrowser } from "../browser.ts";
import {
  expectAccessible,
  newOrganization,
  type SignedIn,
  signIn,
  type TestOrganization,
  takeScreenshots,
} from "./dashboard.ts";

const { apiUrl } = inject("stack");
const NOTES = ["# Apollo", "", "The launch is in May.", "Ask Ines about the budget.", "Reports go out on Fridays.", ""];

// Each looks at its pages in both themes with axe, which a busy machine takes long for.
vi.setConfig({ testTimeout: 180_000 });

describe("reviewing what agents propose", () => {
  let browser: Browser;
  let organization: TestOrganization;
  let agent: Stela;
  let agentActor: string;
  let reviewer: SignedIn;
  let containers = 0;
  beforeAll(async () => {
    browser = await openBrowser();
    organization = await newOrganization("Review");
    const { key, id } = await organization.stela.keys.create({
      name: "Careful agent",
      containers: ["*"],
      scopes: ["documents:propose", "documents:read"],
    });
    agentActor = `key:${id}`;
    agent = new Stela({ baseUrl: apiUrl, apiKey: key, session: "run-0412", model: "claude-opus-5" });
    reviewer = await signIn(browser, organization, "reviewer");
  });
  afterAll(() => browser.close());

  /** A container of a test's own, with one document. */
  async function newContainer(): Promise<{ containerTag: string; customId: string }> {
    const name = { containerTag: `project:${containers++}`, customId: "/memories/apollo.md" };
    await organization.stela.documents.put(name, { content: NOTES.join("\n") });
    return name;
  }

  async function proposed(write: PromiseLike<unknown>): Promise<Proposal> {
    try {
      await write;
    } catch (error) {
      if (error instanceof SavedForReviewError) return error.proposal;
      throw error;
    }
    throw new Error("It was written, not proposed");
  }

  const proposePut = (containerTag: string, customId: string, content: string) =>
    proposed(agent.documents.put({ containerTag, customId }, { content }));
  const textOf = async (name: { containerTag: string; customId: string }) =>
    (await organization.stela.documents.get(name)).content;
  const statusOf = async ({ id }: Proposal) => (await organization.stela.proposals.get(id)).proposal.status;
  const openIn = (containerTag: string, more = "") =>
    reviewer.open(`/review?container=${encodeURIComponent(containerTag)}${more}`);

  test("an organization where nothing waits says how to have something wait", async () => {
    await reviewer.open("/review");
    await reviewer.page.getByText("Nothing waits for you").waitFor();
    await expectAccessible(reviewer.page);
    await takeScreenshots(reviewer.page, "review-empty");
  });

  test("shows what would be written against what is there, who wants it and why one may trust it; approving writes it", async () => {
    const { page } = reviewer;
    const name = await newContainer();
    const edit = await proposed(
      agent.documents.edit(name, [
        { oldStr: "The launch is in May.", newStr: "The launch is in June, after the review." },
        { append: "发布会在六月。\nالإطلاق في يونيو.\n" },
      ]),
    );
    await proposePut(name.containerTag, "/memories/new.md", "New.\n");
    await proposed(agent.documents.delete(name));
    await openIn(name.containerTag);
    await page.getByRole("link", { name: "edit /memories/apollo.md" }).click();
    const detail = page.getByRole("article");
    await detail.getByText("3 lines added, 1 line removed").waitFor();
    await detail.getByText("claude-opus-5").waitFor();
    await detail.getByText("run-0412").waitFor();
    await detail.getByText("version 1, which is still the present one").waitFor();
    expect(await detail.locator("mark").allTextContents()).toEqual(["May", "June, after the review"]);
    await expectAccessible(page);
    await takeScreenshots(page, "review");
    await detail.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Approved /memories/apollo.md: version 2.").waitFor();
    expect(await textOf(name)).toContain("The launch is in June, after the review.");
    expect(await statusOf(edit)).toBe("approved");
    // The one after it is open now.
    await page.getByRole("article", { name: "/memories/new.md" }).getByText("it would be a new document").waitFor();
    const { data } = await organization.stela.documents.revisions.list(name);
    expect(data[0]).toMatchObject({ actor: agentActor, approvedBy: expect.stringMatching(/^person:/) });
  });

  test("a text is corrected before it is approved, and nobody's later change is lost by it", async () => {
    const { page } = reviewer;
    const name = await newContainer();
    const proposal = await proposePut(name.containerTag, name.customId, "The launch is in Jnue.\n");
    await openIn(name.containerTag, `&id=${proposal.id}`);
    await page.getByRole("button", { name: "Correct…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Text to be written").fill("The launch is in June.\n");
    await dialog.getByRole("button", { name: "Show what would change" }).click();
    await dialog.getByText("1 line added").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "review-correct");
    await organization.stela.documents.update(name, { content: "Written meanwhile.\n" });
    await dialog.getByRole("button", { name: "Approve as corrected" }).click();
    await dialog.getByText("Somebody changed the document meanwhile.").waitFor();
    expect(await textOf(name)).toBe("Written meanwhile.\n");
    await dialog.getByText("Written meanwhile.").waitFor();
    await dialog.getByRole("button", { name: "Approve as corrected" }).click();
    await page.getByText("Approved /memories/apollo.md: version 3.").waitFor();
    expect(await textOf(name)).toBe("The launch is in June.\n");
  });

  test("what the document has moved on from is said, and is written over it only when asked again", async () => {
    const { page } = reviewer;
    const name = await newContainer();
    const proposal = await proposePut(name.containerTag, name.customId, "Proposed.\n");
    await organization.stela.documents.update(name, { content: "Newer.\n" });
    await openIn(name.containerTag, `&id=${proposal.id}`);
    await page.getByText("but it is at version 2 now").waitFor();
    await page.getByRole("button", { name: "Approve…" }).click();
    await expectAccessible(page);
    await takeScreenshots(page, "review-over");
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await textOf(name)).toBe("Newer.\n");
    await page.getByRole("button", { name: "Approve…" }).click();
    await page.getByRole("button", { name: "Approve all the same" }).click();
    await page.getByText("Approved /memories/apollo.md: version 3.").waitFor();
    expect(await textOf(name)).toBe("Proposed.\n");
  });

  test("a batch, a move and a delete of a folder are shown as what they do", async () => {
    const { page } = reviewer;
    const name = await newContainer();
    const { containerTag } = name;
    await organization.stela.documents.put({ containerTag, customId: "/memories/old/a.md" }, { content: "a" });
    const batch = await proposed(
      agent.documents.batch({
        containerTag,
        operations: [
          { op: "edit", customId: name.customId, edits: [{ oldStr: "May", newStr: "June" }] },
          { op: "edit", customId: name.customId, edits: [{ oldStr: "June", newStr: "July" }] },
          { op: "upsert", customId: "/memories/list.md", content: "one\n", tags: ["todo"] },
        ],
      }),
    );
    const move = await proposed(agent.documents.rename(containerTag, { from: "/memories/old", to: "/memories/new" }));
    await openIn(containerTag, `&id=${batch.id}`);
    const detail = page.getByRole("article");
    await detail.getByText("The launch is in July.").waitFor();
    await detail.getByText("todo").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "review-batch");
    await agent.memory.run(containerTag, { command: "delete", path: "/memories/old" });
    await openIn(containerTag);
    await page.getByRole("link", { name: "delete /memories/old" }).click();
    await detail.getByText("what lies beneath that name").waitFor();
    await detail.getByText("/memories/old/a.md").waitFor();
    await openIn(containerTag, `&id=${move.id}`);
    await detail.getByText("1 document beneath it").waitFor();
    await detail.getByText("/memories/old/a.md").waitFor();
  });

  test("all of it is done by keyboard: walk, select, reject with a reason, see the keys", async () => {
    const { page } = reviewer;
    const { containerTag } = await newContainer();
    const [first, second, third] = [
      await proposePut(containerTag, "one", "1"),
      await proposePut(containerTag, "two", "2"),
      await proposePut(containerTag, "three", "3"),
    ];
    await openIn(containerTag);
    await page.getByRole("link", { name: "upsert one" }).waitFor();
    const opened = (name: string) => page.getByRole("article", { name }).waitFor();
    await page.keyboard.press("j");
    await opened("one");
    await page.keyboard.press("ArrowDown");
    await opened("two");
    await page.keyboard.press("k");
    await opened("one");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await page.keyboard.press("r");
    await page.getByLabel("Reason").fill("We know this. 已知。");
    await expectAccessible(page);
    await takeScreenshots(page, "review-reject");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await opened("two");
    expect((await organization.stela.proposals.get(first.id)).proposal).toMatchObject({
      status: "rejected",
      reason: "We know this. 已知。",
    });
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await opened("three");
    await page.keyboard.press("x");
    await page.getByText("2 selected").waitFor();
    await page.keyboard.press("a");
    await page.getByRole("dialog").getByRole("button", { name: "Approve 2 proposals" }).click();
    await page.getByText("2 proposals approved.").waitFor();
    expect([await statusOf(second), await statusOf(third)]).toEqual(["approved", "approved"]);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("Letters work as keys on this page").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("button", { name: "Keys" }).click();
    await page.getByLabel("Letters work as keys on this page").check();
    await page.keyboard.press("Escape");
    await openIn(containerTag, `&status=rejected&id=${first.id}`);
    await page.getByText("We know this. 已知。").waitFor();
  });

  test("many are decided in one request, and what was refused is reported with its reason", async () => {
    const { page } = reviewer;
    const name = await newContainer();
    const stale = await proposePut(name.containerTag, name.customId, "stale");
    for (const customId of ["a", "b", "c", "d"]) await proposePut(name.containerTag, customId, customId);
    await organization.stela.documents.update(name, { content: "Newer.\n" });
    await openIn(name.containerTag);
    await page.getByLabel("Select a", { exact: true }).check();
    await page.getByLabel("Select c").click({ modifiers: ["Shift"] });
    await page.getByText("3 selected").waitFor();
    await page.getByLabel("3 selected").check();
    await page.getByText("5 selected").waitFor();
    let requests = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/v1/proposals/approve")) requests++;
    });
    await page.getByRole("button", { name: "Approve…" }).click();
    await takeScreenshots(page, "review-many");
    await page.getByRole("dialog").getByRole("button", { name: "Approve 5 proposals" }).click();
    const report = page.getByRole("dialog", { name: "1 proposal could not be approved" });
    await report.getByText("4 proposals were approved. These were not:").waitFor();
    await report.getByText("The document has changed since this was proposed.").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "review-report");
    expect(requests).toBe(1);
    await report.getByRole("link", { name: name.customId }).click();
    await page.getByText("but it is at version 2 now").waitFor();
    expect(await statusOf(stale)).toBe("pending");
    // Rejected together, with one reason.
    await page.getByLabel("Select all shown").check();
    await page.getByRole("button", { name: "Reject…" }).first().click();
    await page.getByLabel("Reason").fill("Outdated.");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByText("1 proposal rejected.").waitFor();
    await page.getByText("No proposal matches").waitFor();
  });

  test("is filtered by who proposed, and the address holds it", async () => {
    const { page } = reviewer;
    const { containerTag } = await newContainer();
    await proposePut(containerTag, "by-agent", "x");
    await openIn(containerTag);
    await page.getByRole("link", { name: "upsert by-agent" }).click();
    await page.getByTitle(`Only by ${agentActor}`).click();
    await page.waitForURL(`**/review?actor=${encodeURIComponent(agentActor)}`);
    await page.getByRole("link", { name: "upsert by-agent" }).waitFor();
    await page.getByLabel("Proposed by").fill("key:nobody");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByText("No proposal matches").waitFor();
  });

  test("a cut connection changes nothing and says so; somebody who was faster is named", async () => {
    const { page } = reviewer;
    const { containerTag } = await newContainer();
    const proposal = await proposePut(containerTag, "cut", "x");
    await openIn(containerTag, `&id=${proposal.id}`);
    await page.route("**/approve", (route) => route.abort());
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    expect(await statusOf(proposal)).toBe("pending");
    await page.unroute("**/approve");
    await organization.stela.proposals.reject(proposal.id, "faster");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("No proposal matches").waitFor();
    expect(unexpected(reviewer)).toEqual([]);
  });

  test("a session that ended asks to sign in, and comes back", async () => {
    const { page } = reviewer;
    await page.context().clearCookies();
    await reviewer.open("/review?status=rejected");
    await page.getByLabel("E-mail").fill(await organization.email("reviewer"));
    await page.getByLabel("Password").fill(organization.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/review?status=rejected");
    await page.context().clearCookies();
    await page.getByLabel("Status").selectOption("approved");
    await page.getByText("Your session has ended").waitFor();
    await page.getByRole("link", { name: "Sign in again" }).waitFor();
  });
});

/** What the page reported besides the answers that a test asked for. */
function unexpected({ seen }: SignedIn): string[] {
  return seen.errors.filter((error) => !error.startsWith("Failed to load resource"));
}
