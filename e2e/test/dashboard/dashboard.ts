import { randomBytes, randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { mintKey } from "@stela/core/keys";
import { createOrganization, inviteOwner } from "@stela/local/organization";
import { LOCAL_SHARD } from "@stela/local/stack/state-folder";
import { Stela } from "@stela/sdk";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { watch } from "../browser.ts";

const SCREENSHOTS = path.resolve(import.meta.dirname, "../../screenshots");
const { apiUrl, dashboardUrl, databaseUrl } = inject("stack");

type Role = "owner" | "admin" | "reviewer";

/** An organization of a test's own, with a key that may do everything and people of each role. */
export interface TestOrganization {
  readonly name: string;
  readonly organizationId: string;
  readonly apiKey: string;
  readonly stela: Stela;
  readonly password: string;
  /** The e-mail of its person with that role; one joins when first asked for. */
  email(role: Role): Promise<string>;
}

/** Makes one, empty, with its owner. */
export async function newOrganization(name: string): Promise<TestOrganization> {
  const organizationId = randomUUID();
  const apiKey = mintKey(LOCAL_SHARD, (count) => randomBytes(count));
  await createOrganization(databaseUrl, { organizationId, name, apiKey, createdBy: "test" });
  const domain = `${organizationId.slice(0, 8)}.test`;
  const password = randomBytes(12).toString("base64url");
  const owner = `owner@${domain}`;
  const invitation = await inviteOwner(databaseUrl, organizationId, owner);
  if (invitation === null) throw new Error("The owner is there already");
  const ownerCookie = await join({ email: owner, password, name: "Olive Owner", ...invitation });
  const joined = new Map<Role, Promise<string>>([["owner", Promise.resolve(owner)]]);
  const invite = async (role: Role) => {
    const email = `${role}@${domain}`;
    const { id } = await people<{ id: string }>("/auth/organization/invite-member", { email, role }, ownerCookie);
    const { links } = await people<{ links: { id: string; url: string }[] }>(
      "/invitation-links",
      undefined,
      ownerCookie,
    );
    const secret = links.find((link) => link.id === id)?.url.split("/join/")[1] ?? "";
    await join({ email, password, name: role === "admin" ? "Ada Admin" : "Rui Reviewer", id, secret });
    return email;
  };
  return {
    name,
    organizationId,
    apiKey,
    stela: new Stela({ baseUrl: apiUrl, apiKey }),
    password,
    email(role) {
      const email = joined.get(role) ?? invite(role);
      joined.set(role, email);
      return email;
    },
  };
}

export interface SignedIn {
  readonly page: Page;
  /** What it asked outside hosts, and the errors it reported; a test ends by looking at them. */
  readonly seen: ReturnType<typeof watch>;
  /** Goes to a path of the dashboard. */
  open(path: string): Promise<void>;
}

/** A page in a browser context of its own, signed in as the person of that role. */
export async function signIn(
  browser: Browser,
  organization: TestOrganization,
  role: Role = "owner",
  options: BrowserContextOptions = {},
): Promise<SignedIn> {
  // Nothing is looked at halfway between two colours.
  const settled = { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" } as const;
  const context = await browser.newContext({ ...settled, ...options });
  const page = await context.newPage();
  const seen = watch(page);
  await page.goto(`${dashboardUrl}/sign-in`);
  await page.getByLabel("E-mail").fill(await organization.email(role));
  await page.getByLabel("Password").fill(organization.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  return { page, seen, open: async (to) => void (await page.goto(dashboardUrl + to)) };
}

/** Fails with what axe finds wrong on the page as it is: all of it in the light, and what colours can break in the dark too. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset["theme"] = name;
    }, theme);
    // Without frames to look into, the legacy mode finds the same and opens no page of its own.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (theme === "light" ? axe : axe.withRules("color-contrast")).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${theme}: ${id} at ${target.join(" ")}`),
    );
    expect(found).toEqual([]);
  }
}

/** Writes the page as it is into the folder `e2e/screenshots`: light, dark, and on a phone. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  const viewport = page.viewportSize();
  for (const theme of ["light", "dark"]) {
    await page.evaluate((value) => {
      document.documentElement.dataset["theme"] = value;
    }, theme);
    await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${theme}.png`) });
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-narrow.png`) });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} at 360 px is wider than the screen`).toBe(0);
  if (viewport !== null) await page.setViewportSize(viewport);
}

interface Joining {
  readonly id: string;
  readonly secret: string;
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** Signs a person up by their invitation, and gives back their cookies. */
async function join({ id, secret, email, password, name }: Joining): Promise<string> {
  const response = await fetch(`${dashboardUrl}/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: dashboardUrl },
    body: JSON.stringify({ name, email, password, invitationSecret: secret }),
  });
  if (!response.ok) throw new Error(`${email} could not join: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  await people("/auth/organization/accept-invitation", { invitationId: id }, cookie);
  return cookie;
}

async function people<Answer>(to: string, body: object | undefined, cookie: string): Promise<Answer> {
  const response = await fetch(dashboardUrl + to, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", origin: dashboardUrl, cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
