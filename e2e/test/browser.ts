import chromium from "@sparticuz/chromium";
import { type Browser, type Page, chromium as playwright } from "playwright-core";

/** Chromium as it comes from npm, but with the rules between origins that everybody's has. */
export async function openBrowser(): Promise<Browser> {
  const args = chromium.args.filter((arg) => arg !== "--disable-web-security");
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}

/** Every origin the page asks for something, and every error it reports, from now on. */
export function watch(page: Page): { readonly origins: Set<string>; readonly errors: string[] } {
  const origins = new Set<string>();
  const errors: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http")) origins.add(origin);
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return { origins, errors };
}
