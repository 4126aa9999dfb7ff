import path from "node:path";
import { NeonDbError, neon, neonConfig } from "@neondatabase/serverless";
import { expect, onTestFinished, test } from "vitest";
import { startNeonEndpoint } from "../src/neon-endpoint.ts";
import { startPostgres } from "../src/postgres.ts";
import { waitFor } from "../src/processes/wait.ts";
import { temporaryFolder } from "./support/folder.ts";

test("Postgres is killed under load and started again: calls fail cleanly, then succeed, and nothing acknowledged is lost", async () => {
  const dataDir = path.join(await temporaryFolder(), "postgres");
  const first = await startPostgres({ dataDir });
  const endpoint = await startNeonEndpoint();
  onTestFinished(() => endpoint.close());
  neonConfig.fetchEndpoint = endpoint.url;
  const sql = neon(first.url);
  await sql`create table written (id integer primary key)`;

  const acknowledged: number[] = [];
  const failures: unknown[] = [];
  let next = 0;
  let isWriting = true;
  const writers = Array.from({ length: 16 }, async () => {
    while (isWriting) {
      next += 1;
      const id = next;
      try {
        await sql.transaction([sql`select ${id}::int`, sql`insert into written values (${id})`]);
        acknowledged.push(id);
      } catch (error) {
        failures.push(error);
      }
    }
  });
  const until = (condition: () => boolean) => waitFor(() => condition() || undefined, { timeoutMs: 20_000 });

  expect(await until(() => acknowledged.length > 500)).toBe(true);
  await first.kill("SIGKILL");
  expect(await until(() => failures.length > 50)).toBe(true);
  const second = await startPostgres({ dataDir, port: first.port });
  onTestFinished(() => second.stop());
  const before = acknowledged.length;
  expect(await until(() => acknowledged.length > before + 500)).toBe(true);
  isWriting = false;
  await Promise.all(writers);

  for (const failure of failures) {
    expect(failure).toBeInstanceOf(NeonDbError);
    expect(failure).toMatchObject({
      code: undefined,
      message: expect.stringMatching(/^Server error \(HTTP status 503\)/),
    });
  }
  const stored = new Set((await sql`select id from written`).map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});
