import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openBrowser, watch } from "./browser.ts";

const { apiUrl, dashboardUrl } = inject("stack");

describe("in a real browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("the dashboard says that the API serves, and asks no outside host", async () => {
    const page = await browser.newPage();
    const seen = watch(page);
    await page.goto(dashboardUrl);
    await page.getByText("The API and its database serve.").waitFor();
    expect(await page.getByRole("heading", { name: "What is coming here" }).isVisible()).toBe(true);
    expect([...seen.origins]).toEqual([new URL(dashboardUrl).origin]);
    expect(seen.errors).toEqual([]);
  });

  test("the dashboard fits a narrow screen", async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
    await page.goto(dashboardUrl);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });

  test("the dashboard says so when it cannot reach its server", async () => {
    const page = await browser.newPage();
    await page.goto(dashboardUrl);
    await page.getByText("The API and its database serve.").waitFor();
    await page.route("**/healthz", (route) => route.abort());
    await page.getByText("This page cannot reach its server.").waitFor({ timeout: 20_000 });
  });

  test("the reference of the API renders every call, and asks no outside host", async () => {
    const page = await browser.newPage();
    const seen = watch(page);
    await page.goto(`${apiUrl}/docs`);
    await page.locator(".opblock").first().waitFor();
    const description = await (await fetch(`${apiUrl}/openapi.json`)).json();
    const calls = Object.values<object>(description.paths).flatMap((methods) => Object.keys(methods));
    expect(await page.locator(".opblock").count()).toBe(calls.length);
    expect([...seen.origins]).toEqual([new URL(apiUrl).origin]);
    expect(seen.errors).toEqual([]);
  });
});
