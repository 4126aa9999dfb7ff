import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openBrowser } from "./browser.ts";

const { apiUrl, apiKey } = inject("stack");
const SDK = path.resolve(import.meta.dirname, "../../packages/sdk/dist");

const PAGE =
  '<!doctype html><title>A page</title><script type="module">import { Stela } from "/sdk/index.js"; globalThis.Stela = Stela;</script>';

/** A site that serves one empty page, and the SDK as it is published. */
async function startSite(): Promise<{ readonly origin: string; readonly server: Server }> {
  const modules = (await readdir(SDK)).filter((name) => name.endsWith(".js"));
  const texts = new Map<string, string>(
    await Promise.all(
      modules.map(async (name) => [`/sdk/${name}`, await readFile(path.join(SDK, name), "utf8")] as const),
    ),
  );
  const server = createServer(({ url = "" }, response) => {
    const text = texts.get(url);
    response.setHeader("content-type", text === undefined ? "text/html" : "text/javascript");
    response.end(text ?? PAGE);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The site listens on no port.");
  return { origin: `http://127.0.0.1:${address.port}`, server };
}

async function asOwner(method: string, url: string, body: object) {
  const response = await fetch(`${apiUrl}${url}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return await response.json();
}

/** In the page: writes, reads, is refused, and says how each ended. */
async function useSdk(page: Page, token: string): Promise<unknown> {
  return page.evaluate(
    async ({ apiUrl, token }) => {
      // biome-ignore lint/suspicious/noExplicitAny: the page has loaded it, without types.
      const { Stela } = globalThis as any;
      const stela = new Stela({ baseUrl: apiUrl, apiKey: token, maxRetries: 0, session: "a page" });
      // biome-ignore lint/suspicious/noExplicitAny: the module is loaded by the page, which has no types.
      const ended = (call: Promise<any>) =>
        call.then(
          // biome-ignore lint/suspicious/noExplicitAny: the module is loaded by the page, which has no types.
          ({ version, content, documents }: any) => ({ version, content, count: documents?.length }),
          // biome-ignore lint/suspicious/noExplicitAny: the module is loaded by the page, which has no types.
          ({ name, status, code, requestId }: any) => ({ name, status, code, isNamed: requestId?.startsWith("req_") }),
        );
      const containerTag = "browser";
      const document = { containerTag, customId: "from-a-page" };
      return [
        await ended(stela.documents.put(document, { content: "选" })),
        await ended(stela.documents.get(document)),
        await ended(stela.documents.put(document, { content: "x" }, { ifMatch: 7 })),
        await ended(stela.documents.list(containerTag)),
        await ended(stela.keys.list()),
      ];
    },
    { apiUrl, token },
  );
}

describe("a page of another origin, in a real browser, with the built SDK and a token", () => {
  let browser: Browser;
  let allowed: Awaited<ReturnType<typeof startSite>>;
  let other: Awaited<ReturnType<typeof startSite>>;
  let token: string;
  beforeAll(async () => {
    [browser, allowed, other] = await Promise.all([openBrowser(), startSite(), startSite()]);
    const grant = { scopes: ["documents:read", "documents:write"], containers: ["browser"], expiresInSeconds: 600 };
    ({ token } = await asOwner("POST", "/v1/tokens", grant));
    await asOwner("PATCH", "/v1/organization", { allowedOrigins: [allowed.origin] });
  });
  afterAll(async () => {
    await asOwner("PATCH", "/v1/organization", { allowedOrigins: [] });
    await browser.close();
    for (const { server } of [allowed, other]) server.close();
  });

  test("writes and reads where the organization allows its origin, and is told of refusals as any client is", async () => {
    const page = await browser.newPage();
    await page.goto(allowed.origin);
    expect(await useSdk(page, token)).toEqual([
      { version: 1, content: "选" },
      { version: 1, content: "选" },
      { name: "VersionMismatchError", status: 412, code: "version_mismatch", isNamed: true },
      { count: 1 },
      { name: "PermissionDeniedError", status: 403, code: "forbidden", isNamed: true },
    ]);
  });

  test("does nothing where it does not", async () => {
    const page = await browser.newPage();
    await page.goto(other.origin);
    const refused = { name: "PermissionDeniedError", status: 403, code: "forbidden", isNamed: true };
    expect(await useSdk(page, token)).toEqual([refused, refused, refused, refused, refused]);
  });
});
