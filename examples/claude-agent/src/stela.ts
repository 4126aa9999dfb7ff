import { readFile } from "node:fs/promises";
import path from "node:path";
import { Stela } from "@stela/sdk";

/** Written by `npm start` once it serves, and removed when it stops. */
const DEV_FILE = path.resolve(import.meta.dirname, "../../../.stela/dev.json");

/** A client of the API that `STELA_BASE_URL` and `STELA_API_KEY` name, or of the one that `npm start` runs here. */
export async function connectToStela(): Promise<Stela> {
  const settings = fromEnvironment() ?? (await fromDevFile());
  if (settings === undefined) fail("Stela is not running here: run `npm start` in another terminal, then this again.");
  const stela = new Stela(settings);
  await stela.health({ maxRetries: 0 }).catch(() => {
    fail(`Stela does not answer at ${settings.baseUrl}: run \`npm start\` in another terminal, then this again.`);
  });
  return stela;
}

interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
}

function fromEnvironment(): Settings | undefined {
  const { STELA_BASE_URL, STELA_API_KEY } = process.env;
  return STELA_BASE_URL && STELA_API_KEY ? { baseUrl: STELA_BASE_URL, apiKey: STELA_API_KEY } : undefined;
}

async function fromDevFile(): Promise<Settings | undefined> {
  const text = await readFile(DEV_FILE, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { apiUrl, apiKey } = JSON.parse(text);
  return { baseUrl: apiUrl, apiKey };
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
