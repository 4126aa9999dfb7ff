import { setTimeout as pause } from "node:timers/promises";
import { seal } from "@stela/core/maintenance";
import pg from "pg";

const EVERY_MS = 100;

/** Seals what the audit trail has gained, as the scheduled job does. */
export async function sealOnce(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  client.on("error", () => {}); // The same is told to the query, or to nobody's loss.
  await client.connect();
  try {
    const sealed = await seal((queries) =>
      Promise.all(queries.map(async ({ text, params }) => (await client.query(text, [...params])).rows)),
    );
    if (sealed.hasMore) throw new Error("The trail has more than one run seals.");
  } finally {
    await client.end().catch(() => {}); // Of a connection that was killed nothing is left to end.
  }
}

/** Seals over and over, whatever is killed meanwhile. Returns how to end it: that throws what was not a kill's doing. */
export function startSealing(databaseUrl: string): () => Promise<void> {
  let isOver = false;
  const run = (async () => {
    while (!isOver) {
      await sealOnce(databaseUrl).catch(unlessUnreachable);
      await pause(EVERY_MS);
    }
  })();
  run.catch(() => {}); // It is thrown to whoever ends it.
  return () => {
    isOver = true;
    return run;
  };
}

function unlessUnreachable(error: unknown): void {
  if (error instanceof pg.DatabaseError && !/^57P/.test(error.code ?? "")) throw error;
}
