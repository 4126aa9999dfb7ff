import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../browser.ts";
import {
  expectAccessible,
  newOrganization,
  type SignedIn,
  signIn,
  type TestOrganization,
  takeScreenshots,
} from "./dashboard.ts";

const TAG = "project:apollo";
const NAME = { containerTag: TAG, customId: "/memories/plan/launch.md" };
const OPEN = `/memories/${TAG}?doc=${encodeURIComponent(NAME.customId)}`;

describe("memories", () => {
  let browser: Browser;
  let organization: TestOrganization;
  let owner: SignedIn;
  beforeAll(async () => {
    browser = await openBrowser();
    organization = await newOrganization("Memories");
    owner = await signIn(browser, organization);
  });
  afterAll(async () => {
    expect(owner.seen.errors.filter((error) => !error.startsWith("Failed to load resource"))).toEqual([]);
    await browser.close();
  });

  test("an organization in which nothing was written says so", async () => {
    await owner.open("/memories");
    await owner.page.getByText("No memories yet").waitFor();
    await expectAccessible(owner.page);
    await takeScreenshots(owner.page, "memories-empty");
  });

  test("a reviewer finds a document, and sees what it says and who wrote it", async () => {
    const { stela } = organization;
    await stela.documents.put(
      NAME,
      { content: "# Launch\n\nOn *Friday*.\n" },
      { session: "run-1", model: "claude-test" },
    );
    await stela.documents.put(NAME, { content: "# Launch\n\nOn *Monday*.\n" }, { session: "run-2" });
    await stela.documents.put(
      { containerTag: TAG, customId: "/memories/选型.md" },
      { content: "数据库选型确定为 PostgreSQL。\n" },
    );
    const reviewer = await signIn(browser, organization, "reviewer");
    await reviewer.open("/memories");
    await reviewer.page.getByRole("link", { name: TAG }).click();
    await reviewer.page.getByRole("button", { name: "memories" }).click();
    await reviewer.page.getByRole("button", { name: "plan" }).click();
    await reviewer.page.getByRole("link", { name: "launch.md" }).click();
    await reviewer.page.getByText("On *Monday*.").waitFor();
    await expectAccessible(reviewer.page);
    await takeScreenshots(reviewer.page, "document");
    await reviewer.page.getByRole("button", { name: "Show rendered" }).click();
    await reviewer.page.locator("em", { hasText: "Monday" }).waitFor();
    await reviewer.page.getByRole("link", { name: "Details" }).click();
    await reviewer.page.getByText("run-2").waitFor();
    await expectAccessible(reviewer.page);
  });

  test("the tree is walked by keyboard", async () => {
    const { page, open } = owner;
    await open(`/memories/${TAG}`);
    await page.getByRole("button", { name: "memories" }).waitFor();
    await page.getByRole("tree").focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "plan" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("link", { name: "launch.md" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("On *Monday*.").waitFor();
    expect(new URL(page.url()).searchParams.get("doc")).toBe(NAME.customId);
  });

  test("history shows what changed between two versions, and brings one back", async () => {
    const { page, open } = owner;
    await open(`${OPEN}&tab=history`);
    await page.getByText("1 line added, 1 line removed").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "history");
    await page.getByRole("button", { name: "Show by word" }).click();
    await page.locator("del", { hasText: "Friday" }).waitFor();
    await page.locator("ins", { hasText: "Monday" }).waitFor();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("Version 1 is back, as version 3.").waitFor();
    expect((await organization.stela.documents.get(NAME)).content).toContain("Friday");
  });

  test("whoever saves after somebody else is shown both texts, and saves both changes", async () => {
    const { page, open } = owner;
    const { version } = await organization.stela.documents.put(NAME, { content: "one\ntwo\nthree\n" });
    await open(OPEN);
    await page.getByRole("button", { name: "Edit" }).click();
    const editor = page.getByRole("textbox", { name: `Text of version ${version}` });
    await editor.fill("one, by me\ntwo\nthree\n");
    await organization.stela.documents.put(NAME, { content: "one\ntwo\nthree, by an agent\n" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Somebody else saved first" }).waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "conflict");
    await page.getByRole("button", { name: "Use both changes" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(`Saved as version ${version + 2}.`).waitFor();
    expect((await organization.stela.documents.get(NAME)).content).toBe("one, by me\ntwo\nthree, by an agent\n");
  });

  test("a document is renamed, deleted, and brought back", async () => {
    const { page, open } = owner;
    await open(OPEN);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await page.getByLabel("New name").fill("/memories/plan/start.md");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByText("Renamed to /memories/plan/start.md.").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("This document was deleted").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("one, by me").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await page.getByLabel("New name").fill(NAME.customId);
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByText(`Renamed to ${NAME.customId}.`).waitFor();
  });

  test("a session is undone after its dry run, and the undo undone", async () => {
    const { stela } = organization;
    const [a, b] = ["/memories/a.md", "/memories/b.md"].map((customId) => ({ containerTag: TAG, customId }));
    for (const name of [a, b]) if (name) await stela.documents.put(name, { content: "before\n" });
    for (const name of [a, b])
      if (name) await stela.documents.put(name, { content: "spoiled\n" }, { session: "bad-run" });
    const { page, open } = owner;
    await open(`/memories/${TAG}?doc=${encodeURIComponent("/memories/a.md")}&tab=history`);
    await page.getByRole("button", { name: "Undo session bad-run" }).click();
    await page.getByText("2 documents will be put back").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "undo");
    await page.getByRole("button", { name: "Undo 2 documents" }).click();
    await page.getByText("2 documents put back.").waitFor();
    expect((await stela.documents.get(b as typeof NAME)).content).toBe("before\n");
    await page.getByRole("button", { name: "Undo this" }).click();
    await page.getByText("2 documents put back.").waitFor();
    await expect.poll(async () => (await stela.documents.get(b as typeof NAME)).content).toBe("spoiled\n");
  });

  test("an erasure says what will go, and leaves a receipt; a reviewer may not", async () => {
    const name = { containerTag: TAG, customId: "/memories/b.md" };
    const { page, open } = owner;
    await open(`/memories/${TAG}?doc=${encodeURIComponent(name.customId)}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Erase for ever…" }).click();
    await page.getByText("This will go, and cannot be brought back:").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Erase for ever" }).click();
    await page.getByText(/The receipt is/).waitFor();
    await expect(organization.stela.documents.get(name)).rejects.toMatchObject({ code: "not_found" });
    const reviewer = await signIn(browser, organization, "reviewer");
    await reviewer.open(`/memories/${TAG}?doc=${encodeURIComponent("/memories/a.md")}`);
    await reviewer.page.getByRole("button", { name: "More actions" }).click();
    await reviewer.page.getByRole("menuitem", { name: "Erase for ever…" }).click();
    await reviewer.page.getByText("You may not see this").waitFor();
  });

  test("a cut network and an ended session say what to do", async () => {
    const { page, open } = owner;
    await open(OPEN);
    await page.getByText("one, by me").waitFor();
    await page.route("**/v1/**", (route) => route.abort());
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("No connection").waitFor({ timeout: 30_000 });
    await page.unroute("**/v1/**");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByRole("region", { name: "Versions" }).waitFor();
    await page.context().clearCookies();
    await page.reload();
    await page.getByLabel("E-mail").waitFor();
  });
});
