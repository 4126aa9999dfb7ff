import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openBrowser, watch } from "./browser.ts";

const { apiUrl } = inject("stack");

describe("in a real browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

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
