import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { mintKey } from "@stela/core/keys";
import { appUrl, migrate } from "@stela/local/migrate";
import { startNeonEndpoint } from "@stela/local/neon-endpoint";
import { startPostgres } from "@stela/local/postgres";
import { seedOrganization } from "@stela/local/seed";
import { serveWorker } from "@stela/local/workerd";
import { bars, documentPath } from "./bars.ts";
import { load, type MakeRequest } from "./load.ts";

const ROUNDS = 5;
const CONCURRENCY = 32;
const DURATION_MS = 1_500;

/** `npm run bench [-- name …]`: production's stack on this machine, floors and bars in turn, medians of five rounds. */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !bars.some((bar) => bar.name === name));
  if (unknown.length > 0) {
    process.stderr.write(
      `There is no bar named ${unknown.join(", ")}. There are: ${bars.map(({ name }) => name).join(", ")}.\n`,
    );
    process.exit(1);
  }
  const chosen = bars.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const stack = await startStack();
  try {
    await prepare(stack, chosen);
    const measured = new Map<string, number[]>();
    for (let round = 1; round <= ROUNDS; round++) {
      process.stderr.write(`round ${round} of ${ROUNDS}\n`);
      const note = async (name: string, url: string, make: MakeRequest) => {
        const rate = await load(make, {
          url,
          headers: stack.headers,
          concurrency: CONCURRENCY,
          durationMs: DURATION_MS,
        });
        measured.set(name, [...(measured.get(name) ?? []), rate]);
      };
      for (const floor of ["f0", "f1", "f2"])
        await note(floor, stack.floorsUrl, () => ({ method: "GET", path: `/${floor}` }));
      for (const bar of chosen) await note(bar.name, stack.apiUrl, bar.request(round));
    }
    process.stdout.write(table(measured));
  } finally {
    await stack.stop();
  }
}

interface Stack {
  readonly apiUrl: string;
  readonly floorsUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

async function startStack(): Promise<Stack> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-bench-data-"));
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres") });
  const endpoint = await startNeonEndpoint();
  const appPassword = randomBytes(12).toString("hex");
  await migrate({ databaseUrl: postgres.url, appPassword });
  const apiKey = mintKey("bench", randomBytes);
  await seedOrganization(postgres.url, { organizationId: randomUUID(), apiKey });
  const env = {
    DATABASE_URL: appUrl(postgres.url, appPassword),
    DATABASE_FETCH_ENDPOINT: endpoint.url,
    SIGNING_SECRET: randomUUID(),
  };
  const root = path.resolve(import.meta.dirname, "../..");
  const api = await serveWorker(path.join(root, "apps/api/src/worker.ts"), env);
  const floors = await serveWorker(path.join(import.meta.dirname, "floors/worker.ts"), env);
  return {
    apiUrl: api.url,
    floorsUrl: floors.url,
    headers: { authorization: `Bearer ${apiKey}` },
    async stop() {
      await Promise.all([api.stop(), floors.stop()]);
      await endpoint.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function prepare({ apiUrl, headers }: Stack, chosen: typeof bars): Promise<void> {
  for (const { customId, content } of chosen.flatMap((bar) => bar.prepare)) {
    const answer = await fetch(`${apiUrl}${documentPath(customId)}`, {
      method: "PUT",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ content }),
    });
    if (!answer.ok) throw new Error(`${customId}: ${answer.status} ${await answer.text()}`);
  }
}

function table(measured: ReadonlyMap<string, readonly number[]>): string {
  const median = (rates: readonly number[]) => rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
  const f2 = median(measured.get("f2") ?? []);
  const rows = [...measured].map(([name, rates]) => {
    const bar = bars.find((each) => each.name === name);
    const share = median(rates) / f2;
    const verdict = bar === undefined ? "" : `≥ ${bar.floor} × F2: ${share >= bar.floor ? "holds" : "missed"}`;
    const spread = `${Math.round(Math.min(...rates))}–${Math.round(Math.max(...rates))}`;
    return `| ${name} | ${Math.round(median(rates))}/s | ${spread} | ${share.toFixed(2)} | ${verdict} |`;
  });
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}, ${CONCURRENCY} connections`;
  return `${machine}\n\n| | median | spread | of F2 | bar |\n| --- | --- | --- | --- | --- |\n${rows.join("\n")}\n`;
}

await main();
