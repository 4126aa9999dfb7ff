import path from "node:path";
import { LocalStackError } from "../local-stack-error.ts";
import { onStarterGone } from "../processes/ancestors.ts";
import { type Stoppable, startStack, stopStack } from "../stack.ts";
import { greeting } from "./greeting.ts";

const DEFAULT_PORT = 8787;
const CLAUDE_VARIABLES = ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "EXTRACTION_MODEL"];

/** `npm start`: runs the stack of the folder given, or of the repository, until it is told to end or a part of it fails. */
async function main(): Promise<void> {
  const { STELA_PORT, DATABASE_URL } = process.env;
  const stopping = new AbortController();
  const stopRequested = new Promise<undefined>((resolve) => {
    const stop = () => {
      stopping.abort();
      resolve(undefined);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
    onStarterGone(stop);
  });
  const started: Stoppable[] = [];
  let failure: unknown;
  try {
    const { devFile, failed } = await startStack(
      {
        root: process.argv[2] ?? path.resolve(import.meta.dirname, "../../../.."),
        port: portOf(STELA_PORT),
        databaseUrl: DATABASE_URL || undefined,
        claude: Object.fromEntries(
          CLAUDE_VARIABLES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
        ),
        onProgress: (step) => say(`${step}…\n`),
        signal: stopping.signal,
      },
      started,
    );
    say(greeting(devFile));
    failure = await Promise.race([failed, stopRequested]);
  } catch (error) {
    failure = stopping.signal.aborted ? undefined : error;
  }
  if (failure === undefined) say("\nStopping…\n");
  else say(`\n${failure instanceof LocalStackError ? failure.message : stackOf(failure)}\n`);
  await stopStack(started);
  process.exit(failure === undefined ? 0 : 1);
}

function portOf(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port < 65_535) return port;
  throw new LocalStackError(`STELA_PORT is "${text}"; it must be a number from 1 to 65534.`);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(text: string): void {
  process.stdout.write(text);
}

// The terminal may go away before we do.
process.stdout.on("error", () => {});
await main();
