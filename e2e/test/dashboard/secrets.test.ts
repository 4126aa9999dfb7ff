import { SecretDetectedError } from "@stela/sdk";
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

const SECRET = ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_");
const OTHER = ["glpat", "R4nD0mT0k3nV4lu3Th4t"].join("-");

describe("secrets", () => {
  let browser: Browser;
  let organization: TestOrganization;
  let admin: SignedIn;
  const write = (containerTag: string, content: string) =>
    organization.stela.documents.put({ containerTag, customId: "/memories/notes.md" }, { content });
  beforeAll(async () => {
    browser = await openBrowser();
    organization = await newOrganization("Secrets");
    admin = await signIn(browser, organization, "admin");
  });
  afterAll(() => browser.close());

  test("nothing was found: the page says what is looked through", async () => {
    const { page, open } = admin;
    await open("/secrets");
    await page.getByText("No secrets were found").waitFor();
    await expectAccessible(page);
  });

  test("a finding is shown without its secret, marked as a false positive, and the mark is taken back", async () => {
    const { page, open } = admin;
    await organization.stela.containers.update("user:42", { secretPolicy: "redact" });
    await expect(write("project:apollo", `line\ntoken ${SECRET}`)).rejects.toBeInstanceOf(SecretDetectedError);
    await write("user:42", `token ${OTHER}`);
    await open("/secrets");
    const findings = page.getByRole("region", { name: "Findings", exact: true });
    await findings.getByText("GitHub").first().waitFor();
    expect(await findings.getByRole("listitem").count()).toBe(2);
    await findings.getByText("line 2").waitFor();
    expect(await page.content()).not.toContain(SECRET);
    await expectAccessible(page);
    await takeScreenshots(page, "secrets");

    await page.getByLabel("Container", { exact: true }).fill("user:42");
    await expect.poll(() => findings.getByRole("listitem").count()).toBe(1);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByLabel("What became of it").selectOption("block");
    await expect.poll(() => findings.getByRole("listitem").count()).toBe(1);
    expect(new URL(page.url()).search).toBe("?policy=block");
    await findings.getByRole("button", { name: "False positive…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("It passes").selectOption("organization");
    await dialog.getByLabel("Why (optional)").fill("a sample, 只是例子");
    await expectAccessible(page);
    await takeScreenshots(page, "secrets-mark");
    await dialog.getByRole("button", { name: "Mark as false positive" }).click();
    await findings.getByText("“a sample, 只是例子”").waitFor();
    await findings.getByText("false positive in every container").waitFor();
    await write("project:apollo", `line\ntoken ${SECRET}`);
    await findings.getByRole("button", { name: "Take the mark back" }).click();
    await findings.getByRole("button", { name: "False positive…" }).waitFor();
    await expect(write("project:other", `token ${SECRET}`)).rejects.toBeInstanceOf(SecretDetectedError);
  });

  test("a container's policy and own rules are set; what the API refuses is said at its field", async () => {
    const { page, open } = admin;
    await open("/secrets");
    await page.getByRole("button", { name: "Policy and rules of user:42" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add a rule" }).click();
    await dialog.getByLabel("Id").fill("badge-number");
    await dialog.getByLabel("Pattern").fill("B-(\\d{6}");
    await dialog.getByLabel("Built-in rules that are off").fill("gitlab-token\nno-such-rule");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("no-such-rule is not the id of a built-in rule").waitFor();
    expect(await dialog.getByLabel("Pattern").getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await takeScreenshots(page, "secrets-rules");
    await dialog.getByLabel("Pattern").fill("B-\\d{6}");
    await dialog.getByLabel("Built-in rules that are off").fill("gitlab-token");
    await dialog.getByLabel("Names and addresses of internal hosts are secrets").check();
    await dialog.getByLabel("Text that looks like it holds a secret").selectOption("block");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Changed what user:42 does with secrets.").waitFor();
    expect(await organization.stela.containers.get("user:42")).toMatchObject({
      secretPolicy: "block",
      secretRules: [{ id: "badge-number", pattern: "B-\\d{6}" }],
      internalHostRules: true,
      disabledRules: ["gitlab-token"],
    });
    await expect(write("user:42", "badge B-123456")).rejects.toBeInstanceOf(SecretDetectedError);
    await write("user:42", `token ${OTHER}`);
  });

  test("a reviewer sees findings and may mark none; a cut connection is said, and tried again", async () => {
    const { page, open, seen } = await signIn(browser, organization, "reviewer");
    await page.route("**/v1/findings?*", (route) => route.abort());
    await open("/secrets?container=project:apollo");
    await page.getByText("No connection").waitFor();
    await page.unroute("**/v1/findings?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => page.getByRole("button", { name: "False positive…" }).isDisabled()).toBe(true);
    await page.getByText("As a reviewer you see what was found").waitFor();
    await expectAccessible(page);
    const [finding] = (await organization.stela.findings.list({ limit: 1 })).data;
    await open(`/secrets?mark=${finding?.id}`);
    await page.getByRole("button", { name: "Mark as false positive" }).click();
    await page.getByText("It needs the role admin or owner.").waitFor();
    const unexpected = [...seen.errors, ...admin.seen.errors].filter(
      (error) => !error.startsWith("Failed to load resource"),
    );
    expect(unexpected).toEqual([]);
  });
});
