import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openBrowser, watch } from "../browser.ts";
import { expectAccessible, newOrganization, signIn, type TestOrganization, takeScreenshots } from "./dashboard.ts";

const { dashboardUrl, email, password } = inject("stack");

describe("signing in", () => {
  let browser: Browser;
  let organization: TestOrganization;
  beforeAll(async () => {
    browser = await openBrowser();
    organization = await newOrganization("Sign-in");
  });
  afterAll(() => browser.close());

  test("what npm start prints opens the dashboard, which asks no outside host", async () => {
    const page = await (await browser.newContext()).newPage();
    const seen = watch(page);
    await page.goto(`${dashboardUrl}/audit`);
    await page.getByLabel("E-mail").waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, "sign-in");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Audit" }).waitFor();
    expect([...seen.origins]).toEqual([new URL(dashboardUrl).origin]);
    expect(seen.errors).toEqual([]);
  });

  test("a wrong password is refused in a sentence, and noted in the audit trail", async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${dashboardUrl}/sign-in`);
    await page.getByLabel("E-mail").fill(await organization.email("owner"));
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await page.getByRole("alert").textContent()).toBe("Invalid email or password");
    const refused = await organization.stela.audit.list({ action: "person.sign_in", outcome: "refused" });
    expect(refused.data).toMatchObject([
      { actor: "person:unknown", details: { email: await organization.email("owner") } },
    ]);
  });

  test("a person joins by the link of an invitation, once", async () => {
    const owner = await signIn(browser, organization);
    const { link } = await owner.page.evaluate(async () => {
      const post = { method: "POST", headers: { "content-type": "application/json" } };
      const body = JSON.stringify({ email: "New.Person@example.test", role: "reviewer" });
      await fetch("/auth/organization/invite-member", { ...post, body });
      const { links } = await (await fetch("/invitation-links")).json();
      return { link: links.at(-1).url as string };
    });
    const page = await (await browser.newContext()).newPage();
    await page.goto(link);
    await page.getByRole("heading", { name: "Join Sign-in" }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("Your name").fill("Nia New");
    await page.getByLabel("Choose a password").fill("a long enough one");
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.goto(link);
    await page.getByRole("heading", { name: "This invitation is no longer open" }).waitFor();
  });

  test("nobody signs up without an invitation's link", async () => {
    const response = await fetch(`${dashboardUrl}/auth/sign-up/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: dashboardUrl },
      body: JSON.stringify({ name: "Eve", email: "eve@example.test", password: "a long enough one" }),
    });
    expect([response.status, (await response.json()).code]).toEqual([403, "INVITATION_REQUIRED"]);
  });

  test("a reviewer's requests hold a reviewer's rights: the API refuses more", async () => {
    const { page } = await signIn(browser, organization, "reviewer");
    const status = await page.evaluate(async () => (await fetch("/v1/keys")).status);
    expect(status).toBe(403);
  });

  test("another site's page cannot make the browser ask in a person's name", async () => {
    const response = await fetch(`${dashboardUrl}/v1/containers/a/documents/b`, {
      method: "PUT",
      headers: { "content-type": "application/json", origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      body: JSON.stringify({ content: "x" }),
    });
    expect(response.status).toBe(403);
  });

  test("after the sign-out a page asks to sign in, and comes back to where one was", async () => {
    const { page, open } = await signIn(browser, organization);
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByLabel("E-mail").waitFor();
    expect(await page.evaluate(async () => (await fetch("/v1/containers")).status)).toBe(401);
    for (const action of ["person.sign_in", "person.sign_out"]) {
      const [newest] = (await organization.stela.audit.list({ action, outcome: "done", limit: 1 })).data;
      expect(newest?.actor).toMatch(/^person:[0-9a-f-]{36}$/);
    }
    await open("/audit?action=key.create");
    await page.getByLabel("E-mail").fill(await organization.email("owner"));
    await page.getByLabel("Password").fill(organization.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/audit?action=key.create");
  });
});
