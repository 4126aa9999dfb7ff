import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { DevFile } from "@stela/local/stack/state-folder";
import { type Block, type Page, REPOSITORY } from "./markdown.ts";

const run = promisify(execFile);

/** Beneath `e2e`, so that imports find what its package.json names; in a folder that git ignores. */
const PROGRAMS = path.join(REPOSITORY, "e2e/dist/docs");

/** As a reader's own project is likely to be set up, at its strictest. */
const TYPES = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2024", "dom"],
    module: "nodenext",
    types: ["node"],
    typeRoots: [path.join(REPOSITORY, "node_modules/@types")],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ["*.ts"],
};

/** Writes the programs of the pages, each with the line numbers it has in its page, and gives back what the compiler says. */
export async function checkTypes(pages: readonly Page[]): Promise<string> {
  await rm(PROGRAMS, { recursive: true, force: true });
  await mkdir(PROGRAMS, { recursive: true });
  await writeFile(path.join(PROGRAMS, "tsconfig.json"), JSON.stringify(TYPES));
  for (const page of pages) {
    for (const block of page.blocks.filter(({ language }) => language === "ts")) {
      await writeFile(programOf(page, block), "\n".repeat(block.line) + block.text);
    }
  }
  const tsc = path.join(REPOSITORY, "node_modules/typescript/bin/tsc");
  return await run(process.execPath, [tsc, "-p", PROGRAMS]).then(
    () => "",
    ({ stdout, stderr }) => stdout + stderr,
  );
}

/** Runs a program of a page in a process of its own. @throws Error with what it wrote when it does not end well. */
export async function runProgram(page: Page, block: Block, env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await run(process.execPath, [programOf(page, block)], { env, timeout: 60_000 });
  return stdout;
}

function programOf({ name }: Page, { line }: Block): string {
  return path.join(PROGRAMS, `${name.replaceAll("/", ".")}.${line}.ts`);
}

/** What a terminal in a clone sees while `npm start` runs in another. */
export interface Terminal {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Removes the folder. */
  close(): Promise<void>;
}

/** A folder with the running stack's `.stela/dev.json`, Node first on the path, and a curl that ends a refusal with an error. */
export async function openTerminal(stack: DevFile, env: NodeJS.ProcessEnv): Promise<Terminal> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-docs-"));
  const programs = path.join(folder, "bin");
  await mkdir(path.join(folder, ".stela"));
  await mkdir(programs);
  await writeFile(path.join(folder, ".stela/dev.json"), JSON.stringify(stack));
  await writeFile(path.join(folder, ".curlrc"), "fail-with-body\n");
  await symlink(process.execPath, path.join(programs, "node"));
  if (!(await hasCurl())) {
    const curl = path.join(programs, "curl");
    await writeFile(curl, `#!/bin/sh\nexec node '${fileURLToPath(new URL("./curl.ts", import.meta.url))}' "$@"\n`);
    await chmod(curl, 0o755);
  }
  return {
    folder,
    env: { ...env, CURL_HOME: folder, PATH: `${programs}:${process.env["PATH"]}` },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function hasCurl(): Promise<boolean> {
  return await run("curl", ["--version"]).then(
    () => true,
    () => false,
  );
}
