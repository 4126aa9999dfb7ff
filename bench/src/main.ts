import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { onStarterGone } from "@stela/local/processes/ancestors";
import { ArgumentError, type BenchArguments, parseArguments } from "./arguments.ts";
import { allBars } from "./bars/all.ts";
import { FULL_SCALE } from "./bench.ts";
import { compare } from "./beside/compare.ts";
import { withOwner } from "./data-sets/owner.ts";
import { showProgress } from "./progress.ts";
import { describeMachine } from "./report/machine.ts";
import { withMeasurements } from "./report/readme.ts";
import { reportText } from "./report/report.ts";
import { measureBars } from "./run.ts";
import { createStack, type Stack } from "./stack/stack.ts";

const README = path.resolve(import.meta.dirname, "../README.md");
const BESIDE = "beside";

/** `npm run bench [-- name …] [--write]` */
async function main(): Promise<void> {
  const chosen = parseArguments(process.argv.slice(2), [...allBars().map(({ name }) => name), BESIDE]);
  const stack = createStack();
  const interrupt = () => void stack.stop().finally(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, interrupt);
  onStarterGone(interrupt);
  try {
    const text = await measure(stack, chosen);
    process.stdout.write(text);
    if (chosen.isWritten) await writeFile(README, withMeasurements(await readFile(README, "utf8"), text));
  } finally {
    await stack.stop();
  }
}

async function measure(stack: Stack, { names }: BenchArguments): Promise<string> {
  const progress = showProgress(process.stderr, () => performance.now());
  progress.step("starts the stack");
  const bench = await stack.start(FULL_SCALE);
  const isWanted = (name: string) => names.length === 0 || names.includes(name);
  const measured = await measureBars(
    bench,
    allBars().filter(({ name }) => isWanted(name)),
    progress,
  );
  const compared = isWanted(BESIDE) ? await compare(bench, progress) : undefined;
  const version = await withOwner(bench.ownerUrl, bench.organizationId, async (owner) => {
    const { rows } = await owner.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version ?? "of unknown version";
  });
  progress.end();
  return reportText({
    machine: describeMachine(version, new Date()),
    measured,
    compared,
    rounds: bench.scale.rounds,
    writers: { bars: bench.scale.writers, beside: bench.scale.beside.writers },
  });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
