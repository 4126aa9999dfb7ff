import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { MessagesApiServer } from "../../packages/sdk/test/messages-api-server.ts";
import { expectOutput, refusalsIn } from "./docs/expected-output.ts";
import { allPages, type Block, brokenLinks, missingFiles, REPOSITORY } from "./docs/markdown.ts";
import { scriptedClaude } from "./docs/scripted-claude.ts";
import { Shell } from "./docs/shell.ts";
import { checkTypes, openTerminal, runProgram, type Terminal } from "./docs/workplace.ts";

const stack = inject("stack");
const pages = await allPages();
/** The pages whose every block is proved. */
const proved = pages.filter(({ name }) => name === "README.md" || name.startsWith("docs/guides/"));

/** What may stand in a block that is not run here: starting, testing and trying the whole of Stela. Other tests do that. */
const NOT_RUN =
  /^(#.*|git clone \S+|cd \S+|(DATABASE_URL=\S+ |STELA_PORT=\d+ )*npm (start|test|run example|run bootstrap -- --name "\w+"( --owner \S+)?)( *#.*)?|)$/;

describe("every page", () => {
  test.each(pages)("$name links to what is there", (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  test.each(pages)("$name names files that are there", (page) => {
    expect(missingFiles(page)).toEqual([]);
  });
});

test("the README tells of every dependency, and of no other", async () => {
  const readme = await readFile(path.join(REPOSITORY, "README.md"), "utf8");
  const told = [...readme.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \| [^|]+ \| [^|]+ \|$/gm)]
    .flatMap(([, names = ""]) => names.split(", "))
    .map((name) => name.replaceAll("`", ""));
  expect(told.toSorted()).toEqual([...(await directDependencies())].toSorted());
});

test("the design of the API has a row for every call", async () => {
  const design = await readFile(path.join(REPOSITORY, "docs/design/api.md"), "utf8");
  const description = JSON.parse(await readFile(path.join(REPOSITORY, "apps/api/openapi.json"), "utf8"));
  for (const [route, methods] of Object.entries<object>(description.paths)) {
    for (const method of Object.keys(methods)) expect(design).toContain(`\`${method.toUpperCase()} ${route}\``);
  }
});

test("every program in the README and the guides is well typed", async () => {
  expect(await checkTypes(proved)).toBe("");
}, 120_000);

describe.each(proved)("$name", (page) => {
  let terminal: Terminal;
  let shell: Shell;
  let claude: MessagesApiServer;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    claude = await MessagesApiServer.start(scriptedClaude);
    env = {
      ...process.env,
      STELA_BASE_URL: stack.apiUrl,
      STELA_API_KEY: stack.apiKey,
      ANTHROPIC_BASE_URL: claude.url,
      ANTHROPIC_API_KEY: "none-needed",
    };
    terminal = await openTerminal(stack, env);
    shell = new Shell(terminal.folder, terminal.env);
  });
  afterAll(async () => {
    await shell.close();
    await terminal.close();
    await claude.stop();
  });

  const outputOf = (block: Block): Block | undefined => {
    const next = page.blocks[page.blocks.indexOf(block) + 1];
    return next?.flags.includes("output") ? next : undefined;
  };

  const prove = async (block: Block): Promise<void> => {
    if (block.flags.includes("no-test")) {
      for (const line of block.text.split("\n")) expect(line).toMatch(NOT_RUN);
      return;
    }
    if (block.language === "json") JSON.parse(block.text);
    if (block.flags.includes("output")) {
      expect(["bash", "sh", "ts"]).toContain(page.blocks[page.blocks.indexOf(block) - 1]?.language);
      return;
    }
    const shown = outputOf(block);
    switch (block.language) {
      case "bash":
      case "sh": {
        const { stdout, stderr, failures } = await shell.run(block.text);
        expect({ failures, stdout, stderr }).toMatchObject({ failures: refusalsIn(shown) });
        if (shown !== undefined) expectOutput(stdout, shown);
        return;
      }
      case "ts": {
        const printed = await runProgram(page, block, env);
        if (shown !== undefined) expectOutput(printed, shown);
        return;
      }
      case "json":
        return;
      default:
        throw new Error(`Nothing here can prove a block in ${block.language || "no language"}`);
    }
  };

  test.each(page.blocks.map((block) => ({ block, title: `line ${block.line}, ${block.language}` })))(
    "$title",
    ({ block }) => prove(block),
  );
});

async function directDependencies(): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const file of glob(
    ["package.json", "{apps,packages,examples}/*/package.json", "{bench,e2e}/package.json"],
    {
      cwd: REPOSITORY,
    },
  )) {
    const text = await readFile(path.join(REPOSITORY, file), "utf8");
    const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = JSON.parse(text);
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })) names.add(name);
  }
  return new Set([...names].filter((name) => !name.startsWith("@stela/")));
}
