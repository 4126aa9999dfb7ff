import { Stela } from "@stela/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openBrowser } from "../browser.ts";
import {
  expectAccessible,
  newOrganization,
  type SignedIn,
  signIn,
  type TestOrganization,
  takeScreenshots,
} from "./dashboard.ts";

const { apiUrl, dashboardUrl } = inject("stack");

describe("settings", () => {
  let browser: Browser;
  let organization: TestOrganization;
  let owner: SignedIn;
  let reviewer: SignedIn;
  beforeAll(async () => {
    browser = await openBrowser();
    organization = await newOrganization("Settings");
    const { stela } = organization;
    await stela.documents.put({ containerTag: "user:42", customId: "/memories/a.md" }, { content: "a 记忆" });
    await stela.documents.put({ containerTag: "project:apollo", customId: "/memories/plan.md" }, { content: "plan" });
    owner = await signIn(browser, organization, "owner", { permissions: ["clipboard-read", "clipboard-write"] });
    reviewer = await signIn(browser, organization, "reviewer");
  });
  afterAll(() => browser.close());

  /** What a person sees when they open the page of that path as the owner. */
  const ownerAt = async (to: string) => {
    await owner.open(to);
    return owner.page;
  };
  const statusWith = async (apiKey: string) =>
    (await fetch(`${apiUrl}/v1/containers`, { headers: { authorization: `Bearer ${apiKey}` } })).status;

  /** Made in the first test, and rotated and revoked in the second. */
  let first = "";

  test("a key is made, and shown once", async () => {
    const page = await ownerAt("/settings");
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Agent 客服");
    await dialog.getByLabel("Containers").fill("user:42\nnot a tag!");
    await dialog.getByLabel("Expires").selectOption("30");
    await dialog.getByRole("button", { name: "Make the key" }).click();
    await dialog.getByText("tag!: ").waitFor();
    await expect
      .poll(() => dialog.getByLabel("Containers").evaluate((field) => field === document.activeElement))
      .toBe(true);
    await expectAccessible(page);
    await takeScreenshots(page, "settings-new-key");
    await dialog.getByLabel("Containers").fill("user:42\nproject:*");
    await dialog.getByRole("button", { name: "Make the key" }).click();
    await dialog.getByRole("button", { name: "Copy the key" }).click();
    await dialog.getByText("Copied").waitFor();
    await expectAccessible(page);
    first = await page.evaluate(() => navigator.clipboard.readText());
    expect(first).toBe(await dialog.getByLabel("The key").textContent());
    expect(await statusWith(first)).toBe(200);
    await expect(new Stela({ baseUrl: apiUrl, apiKey: first }).keys.list()).rejects.toMatchObject({ status: 403 });
    await dialog.getByRole("button", { name: "I have kept it" }).click();
    await page.getByText("Agent 客服").waitFor();
  });

  test("a key is rotated with an overlap, and revoked", async () => {
    const page = await ownerAt("/settings");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Actions for Agent 客服" }).click();
    await page.getByRole("menuitem", { name: "Rotate…" }).click();
    await dialog.getByLabel("The old key").selectOption({ label: "Works for another hour" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Make the new key" }).click();
    const second = await dialog.getByLabel("The key").textContent();
    expect([await statusWith(first), await statusWith(second ?? "")]).toEqual([200, 200]);
    await dialog.getByRole("button", { name: "I have kept it" }).click();
    await page.getByText("replaced").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "settings-keys");

    for (const text of [first, second]) {
      const prefix = text?.slice(0, "stl_local_".length + 6);
      await page
        .getByRole("listitem")
        .filter({ hasText: `${prefix}…` })
        .getByRole("button")
        .click();
      await page.getByRole("menuitem", { name: "Revoke…" }).click();
      await dialog.getByText("stops at its next request").waitFor();
      await dialog.getByRole("button", { name: "Revoke" }).click();
      await dialog.waitFor({ state: "detached" });
    }
    expect([await statusWith(first), await statusWith(second ?? "")]).toEqual([401, 401]);
    await page.getByText("Agent 客服").first().waitFor({ state: "detached" });
    await page.getByLabel("Show those that are revoked or expired too").check();
    await page.getByText("revoked", { exact: true }).first().waitFor();
    expect(new URL(page.url()).search).toBe("?all=true");
  });

  test("a person is invited by a link, changes role, and is removed; the last owner cannot leave", async () => {
    const page = await ownerAt("/settings/members?act=invite");
    const dialog = page.getByRole("dialog");
    const email = await organization.email("reviewer");
    await dialog.getByLabel("E-mail").fill(email);
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await dialog.getByText("There is a member with this address already.").waitFor();
    await dialog.getByLabel("E-mail").fill("new@example.test");
    await dialog.getByLabel("Role").selectOption("admin");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Make the link" }).click();
    const link = (await dialog.getByLabel("The link").textContent()) ?? "";
    expect(link).toMatch(/\/join\/[0-9a-f-]{36}$/);
    const shown = async () => (await fetch(link.replace("/join/", "/invitations/"))).json();
    expect(await shown()).toMatchObject({ email: "new@example.test", role: "admin", isOpen: true });
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("new@example.test").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "settings-members");
    await page.getByRole("button", { name: "Cancel the invitation of new@example.test" }).click();
    await page.getByText("The link for new@example.test no longer works.").waitFor();
    await page.getByText("Nobody is invited").waitFor();
    expect(await shown()).toMatchObject({ isOpen: false });

    await organization.email("admin");
    await owner.open("/settings/members");
    await page.getByRole("button", { name: "Actions for Ada Admin" }).click();
    await page.getByRole("menuitem", { name: "Change role…" }).click();
    await dialog.getByLabel("Role").selectOption("reviewer");
    await dialog.getByRole("button", { name: "Change the role" }).click();
    await page.getByText("Ada Admin is reviewer now.").waitFor();
    await page.getByRole("button", { name: "Actions for Ada Admin" }).click();
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Removed Ada Admin.").waitFor();
    await page.getByRole("button", { name: "Actions for Olive Owner" }).click();
    await page.getByRole("menuitem", { name: "Leave…" }).click();
    await dialog.getByRole("button", { name: "Leave", exact: true }).click();
    await dialog.getByText("Make somebody else an owner first.").waitFor();
    const { data } = await organization.stela.audit.list({ limit: 20 });
    expect(data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["person.invite", "person.change_role", "person.remove"]),
    );
  });

  test("a container gets policies and a quota; erased, it leaves a receipt that says nothing is left", async () => {
    const page = await ownerAt("/settings/containers");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Actions for user:42" }).click();
    await page.getByRole("menuitem", { name: "Policies and quotas…" }).click();
    await dialog.getByLabel("Days of history").fill("0");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("expected number to be >=1").waitFor();
    await expectAccessible(page);
    await dialog.getByLabel("Days of history").fill("90");
    await dialog.getByLabel("Documents, at most").fill("1,000");
    await dialog.getByLabel("Text that looks like it holds a secret").selectOption("redact");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("keeps 90 days of history").waitFor();
    expect(await organization.stela.containers.get("user:42")).toMatchObject({
      secretPolicy: "redact",
      revisionRetentionDays: 90,
      maxDocuments: 1_000,
      maxBytes: null,
    });

    await page.getByRole("button", { name: "Actions for user:42" }).click();
    await page.getByRole("menuitem", { name: "Erase for ever…" }).click();
    await dialog.getByText("1 document, deleted ones included").waitFor();
    const button = dialog.getByRole("button", { name: "Erase for ever" });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByLabel("Type user:42 to go on").fill("user:42");
    await expectAccessible(page);
    await takeScreenshots(page, "settings-erase");
    await button.click();
    await dialog.getByText("Looked for again: nothing is left").waitFor();
    await expectAccessible(page);
    const receipt = new URL(page.url()).searchParams.get("receipt") ?? "";
    expect(await organization.stela.erasures.get(receipt)).toMatchObject({ target: "container", isClean: true });
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await page.getByRole("link", { name: /user:42/ }).waitFor();
    expect(await page.getByRole("button", { name: "Actions for user:42" }).count()).toBe(0);
    await expectAccessible(page);
    await takeScreenshots(page, "settings-containers");
  });

  test("the organization's quotas are set, and its usage is counted by key", async () => {
    const page = await ownerAt("/settings/organization");
    await page.getByLabel("Documents, at most").fill("many");
    await page.getByRole("button", { name: "Save the quotas" }).click();
    expect(await page.locator("input:invalid").count()).toBe(1);
    await page.getByLabel("Documents, at most").fill("-1");
    await page.getByRole("button", { name: "Save the quotas" }).click();
    await page.getByText("expected number to be >=0").waitFor();
    await page.getByLabel("Documents, at most").fill("5000");
    await page.getByRole("button", { name: "Save the quotas" }).click();
    await page.getByText("Changed the quotas.").waitFor();
    expect(await organization.stela.organization.get()).toMatchObject({ maxDocuments: 5_000, maxBytes: null });
    await page.getByRole("region", { name: "Usage by container" }).getByText("project:apollo").waitFor();
    await page.getByLabel("By", { exact: true }).selectOption("key");
    await page.getByRole("region", { name: "Usage by key" }).getByText("Settings", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("?by=key");
    await expectAccessible(page);
    await takeScreenshots(page, "settings-organization");
  });

  test("a person changes their name and password, and ends their other sessions", async () => {
    const elsewhere = await signIn(browser, organization);
    const page = await ownerAt("/settings/account");
    await page.getByLabel("Name", { exact: true }).fill("奥丽 Owner");
    await page.getByRole("button", { name: "Save the name" }).click();
    await page.getByText("Changed your name.").waitFor();
    await page.getByLabel("Your password now").fill("not the password");
    await page.getByLabel("A new password").fill(`${organization.password}!`);
    await page.getByLabel("Sign out everywhere else").uncheck();
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("This is not your password.").waitFor();
    await page.getByLabel("Your password now").fill(organization.password);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Changed your password.").waitFor();
    await page.getByText("this one").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "settings-account");
    await page.getByRole("button", { name: /Sign out of \d+ other/ }).click();
    await page.getByText("Signed out everywhere else.").waitFor();
    const session = await elsewhere.page.evaluate(async () => (await fetch("/auth/get-session")).json());
    expect(session).toBeNull();
  });

  test("a reviewer is told which role is needed, and a cut connection is said and tried again", async () => {
    const { page, open } = reviewer;
    await open("/settings/keys");
    await page.getByText("It needs the role admin or owner.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "New key" }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await takeScreenshots(page, "settings-reviewer");
    await page.route("**/get-full-organization", (route) => route.abort());
    await open("/settings/members");
    await page.getByText("No connection").waitFor();
    await page.unroute("**/get-full-organization");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("奥丽 Owner").waitFor();
    await open("/settings/containers");
    await page.getByRole("button", { name: "This needs the role admin or owner." }).waitFor();
  });

  test("revoking the key that people act through is explained; who was signed in goes on after signing in", async () => {
    const page = await ownerAt("/settings/keys");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Actions for Dashboard" }).click();
    await page.getByRole("menuitem", { name: "Revoke…" }).click();
    await dialog.getByText("Everybody who is signed in to this dashboard acts through this key.").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("link", { name: "Sign in again" }).click();
    await page.getByRole("button", { name: "Actions for Dashboard" }).waitFor();
    const unexpected = [...owner.seen.errors, ...reviewer.seen.errors].filter(
      // What the browser says of each refusal that was provoked.
      (error) => !error.startsWith("Failed to load resource"),
    );
    expect(unexpected).toEqual([]);
    expect([...owner.seen.origins]).toEqual([dashboardUrl]);
  });
});
