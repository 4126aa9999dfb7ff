import { readFile } from "node:fs/promises";
import pg from "pg";
import type { Browser, Page } from "playwright-core";
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

const { databaseUrl } = inject("stack");
/** How long something that comes by itself is waited for. */
const PATIENCE = { timeout: 20_000 };

// Each looks at its pages in both themes with axe, which a busy machine takes long for.
vi.setConfig({ testTimeout: 180_000 });

describe("the audit trail", () => {
  let browser: Browser;
  let organization: TestOrganization;
  let reviewer: SignedIn;
  beforeAll(async () => {
    browser = await openBrowser();
    organization = await newOrganization("Audit");
    reviewer = await signIn(browser, organization, "reviewer");
    const { stela } = organization;
    const session = "run-0512";
    await stela.documents.batch({
      containerTag: "many",
      operations: Array.from({ length: 100 }, (_, n) => ({
        op: "upsert",
        customId: `/memories/${n}.md`,
        content: "x",
      })),
    });
    await stela.documents.batch({
      containerTag: "many",
      operations: Array.from({ length: 100 }, (_, n) => ({ op: "delete", customId: `/memories/${n}.md` })),
    });
    await stela.documents.put({ containerTag: "user:42", customId: "/记忆/计划.md" }, { content: "x" }, { session });
    await stela.documents.update({ containerTag: "user:42", customId: "/记忆/计划.md" }, { content: "y" }, { session });
    const password = ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_");
    await stela.documents.put({ containerTag: "user:42", customId: "secret" }, { content: password }).catch(() => {});
  });
  afterAll(() => browser.close());

  const rows = (page: Page) => page.getByRole("region", { name: "Events" }).getByRole("listitem");
  const texts = async (page: Page) => (await rows(page).allTextContents()).join("\n");

  test("lists events, the newest first; each value of a row is a filter, and the address holds it", async () => {
    const { page, open } = reviewer;
    await open("/audit");
    await rows(page).first().waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "audit");
    await page.getByTitle("Only run-0512").first().click();
    await page.waitForURL("**/audit?session=run-0512");
    await expect.poll(() => rows(page).count(), PATIENCE).toBe(2);
    expect(await texts(page)).toMatch(/document\.update[\s\S]*document\.create/);
    await page.getByTitle("Only document.update").click();
    await expect.poll(() => rows(page).count(), PATIENCE).toBe(1);
    await page.getByRole("link", { name: "Take away the filter Session run-0512" }).click();
    await page.waitForURL("**/audit?action=document.update");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("Outcome").selectOption("refused");
    await page.getByRole("combobox", { name: "Action" }).fill("");
    await page.getByLabel("Container").fill("user:42");
    await page.getByLabel("From").fill("2020-01-01T00:00:00");
    await expectAccessible(page);
    await takeScreenshots(page, "audit-filter");
    await page.getByRole("button", { name: "Show these" }).click();
    await page.waitForURL(/from=2020-01-01|from=2019-12-31/);
    await expect.poll(() => rows(page).count(), PATIENCE).toBe(1);
    expect(await texts(page)).toContain("secret.block");
    await open("/audit?action=nothing.like.it");
    await page.getByText("No event matches").waitFor();
  });

  test("an event opens to all that is kept of it, with a way to its document", async () => {
    const { page, open } = reviewer;
    await open("/audit?session=run-0512");
    await page.getByRole("button", { name: "Show all details" }).first().click();
    await page.waitForURL(/event=\d+/);
    const details = page.locator("dl");
    await details.getByText("Request").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "audit-event");
    await details.getByRole("link", { name: "/记忆/计划.md" }).click();
    await page.waitForURL(/\/memories\/user(%3A|:)42\?doc=/);
    await page.getByRole("heading", { name: "/记忆/计划.md" }).waitFor();
  });

  test("goes on to the first event, page by page, and lays out only what is seen", async () => {
    const { page, open } = reviewer;
    const { data } = await organization.stela.audit.list({ containerTag: "many", limit: 200 });
    await open("/audit?container=many");
    await rows(page).first().waitFor();
    await expect
      .poll(async () => {
        await page.getByRole("region", { name: "Events" }).evaluate((list) => list.scrollTo(0, list.scrollHeight));
        return rows(page).last().getAttribute("aria-posinset");
      }, PATIENCE)
      .toBe(String(data.length));
    expect(await rows(page).count()).toBeLessThan(80);
  });

  test("follows: newer events come on top, and what is read stays where it is", async () => {
    const { page, open } = reviewer;
    await open("/audit?container=many");
    await page.getByRole("button", { name: "Follow" }).click();
    await page.waitForURL(/follow=true/);
    const list = page.getByRole("region", { name: "Events" });
    await rows(page).first().waitFor();
    await list.evaluate((element) => element.scrollTo(0, 900));
    const read = rows(page).filter({ hasText: "/memories/7" }).first();
    await read.waitFor();
    const place = async () => Math.round((await read.boundingBox())?.y ?? -1);
    const [before, height] = [await place(), await list.evaluate((element) => element.scrollHeight)];
    for (const n of [1, 2, 3]) {
      await organization.stela.documents.put({ containerTag: "many", customId: `newer-${n}` }, { content: "x" });
    }
    await expect.poll(() => list.evaluate((element) => element.scrollHeight), PATIENCE).toBeGreaterThan(height + 80);
    await expect.poll(place, PATIENCE).toBe(before);
    await list.evaluate((element) => element.scrollTo(0, 0));
    await rows(page).filter({ hasText: "newer-3" }).waitFor();
    await takeScreenshots(page, "audit-follow");
    expect(unexpected(reviewer)).toEqual([]);
  });

  test("what is filtered is exported: as a download, or into the file that was chosen", async () => {
    const { page, open } = reviewer;
    const filters = { session: "run-0512" };
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, "showSaveFilePicker");
    });
    await open("/audit?session=run-0512");
    await rows(page).first().waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "As CSV, for spreadsheets" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("audit.csv");
    const csv = await readFile(await download.path(), "utf8");
    expect(csv).toBe(await new Response(await organization.stela.audit.export("csv", filters)).text());
    await page.getByRole("dialog").getByText("Saved: ").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "audit-export");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

    // A real file of the browser's own, in place of the one that a person chooses.
    await page.evaluate(() => {
      Object.assign(window, {
        showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
          (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
      });
    });
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "As NDJSON, for programs" }).click();
    await page.getByRole("dialog").getByText("Saved: ").waitFor();
    const ndjson = await page.evaluate(async () => {
      const file = await (await navigator.storage.getDirectory()).getFileHandle("audit.ndjson");
      return (await file.getFile()).text();
    });
    expect(
      ndjson
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).session),
    ).toEqual(["run-0512", "run-0512"]);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  });

  test("an export is ended by hand, and one that fails keeps no file and says so", async () => {
    const { page, open } = reviewer;
    await open("/audit?session=run-0512");
    await rows(page).first().waitFor();
    const isExport = (url: URL) => url.pathname === "/v1/audit" && !url.searchParams.has("limit");
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    await page.route(isExport, () => isAsked());
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "As CSV, for spreadsheets" }).click();
    await asked;
    await page.getByText("0 B so far").waitFor();
    await expectAccessible(page);
    const ended = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: "Cancel" }).click();
    await ended;
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.unroute(isExport);
    await page.route(isExport, (route) => route.abort());
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "As CSV, for spreadsheets" }).click();
    await page.getByRole("alert").getByText("no file was kept").waitFor();
    await page.unroute(isExport);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  });

  test("is verified in words, with the last seal to keep; a change in it is found", async () => {
    const { page, open } = reviewer;
    const sql = new pg.Client(databaseUrl);
    await sql.connect();
    try {
      await expect
        .poll(async () => {
          await sql.query("select stela.seal_audit(1000)");
          return (await organization.stela.audit.verify()).head?.number ?? 0;
        }, PATIENCE)
        .toBeGreaterThan(0);
      await open("/audit");
      await page.getByRole("button", { name: "Verify the trail" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Verify", exact: true }).click();
      await dialog.getByText("The trail holds.").waitFor();
      const { head } = await organization.stela.audit.verify();
      await dialog.getByText(`${head?.number}:${head?.hash}`).waitFor();
      await expectAccessible(page);
      await takeScreenshots(page, "audit-verify");
      await dialog.getByLabel("A seal that you kept").fill(`1:${"0".repeat(64)}`);
      await dialog.getByRole("button", { name: "Verify again" }).click();
      await dialog.getByText("it was made anew").waitFor();
      await dialog.getByLabel("A seal that you kept").fill("");
      await sql.query("update stela.audit_events set actor = 'x' where org_id = $1 and session = 'run-0512'", [
        organization.organizationId,
      ]);
      await dialog.getByRole("button", { name: "Verify again" }).click();
      await dialog.getByText("A seal does not fit the events beneath it.").waitFor();
      await expectAccessible(page);
      await takeScreenshots(page, "audit-broken");
    } finally {
      await sql.end();
    }
  });

  test("a cut connection and an ended session are said, with a way on", async () => {
    const { page, open } = reviewer;
    await page.route("**/v1/audit?**", (route) => route.abort());
    await open("/audit?action=document.create");
    await page.getByText("No connection").waitFor();
    await page.unroute("**/v1/audit?**");
    await page.getByRole("button", { name: "Try again" }).click();
    await rows(page).first().waitFor();
    await page.context().clearCookies();
    await page.getByTitle("Only many").first().click();
    await page.getByText("Your session has ended").waitFor();
    expect(unexpected(reviewer)).toEqual([]);
  });

  test("who was taken out of the organization sees nothing of it, and is told", async () => {
    const [owner, removed] = [await signIn(browser, organization), await signIn(browser, organization, "reviewer")];
    await removed.open("/audit");
    await rows(removed.page).first().waitFor();
    const email = await organization.email("reviewer");
    await owner.page.evaluate(async (memberIdOrEmail) => {
      const post = { method: "POST", headers: { "content-type": "application/json" } };
      await fetch("/auth/organization/remove-member", { ...post, body: JSON.stringify({ memberIdOrEmail }) });
    }, email);
    // What the page may do is known for five minutes: as if they had passed.
    await removed.page.context().clearCookies({ name: "stela_token" });
    await removed.open("/audit");
    await removed.page.getByText("You may not see this").waitFor();
    await expectAccessible(removed.page);
  });
});

/** What the page reported besides the answers that a test asked for. */
function unexpected({ seen }: SignedIn): string[] {
  return seen.errors.filter((error) => !error.startsWith("Failed to load resource"));
}
