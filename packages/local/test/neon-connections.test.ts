import { describe, expect, test } from "vitest";
import { waitFor } from "../src/processes/wait.ts";
import { serveDatabase } from "./support/database.ts";

const POOL_SIZE = 4;
const served = serveDatabase({ poolSize: POOL_SIZE, idleMs: 300 });

async function sessions(where = "true"): Promise<number> {
  const { rows } = await served.direct.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and ${where}`,
  );
  return rows[0]?.count ?? -1;
}

function until(condition: () => Promise<boolean>): Promise<true | undefined> {
  return waitFor(async () => (await condition()) || undefined, { timeoutMs: 10_000 });
}

describe("connections to Postgres", () => {
  test("are never more than the pool's size, and every request is answered", async () => {
    let most = 0;
    let isRunning = true;
    const watch = (async () => {
      while (isRunning) most = Math.max(most, await sessions());
    })();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => served.sql`select ${n}::int as n, pg_sleep(0.02)`),
    );
    isRunning = false;
    await watch;
    expect(answers.flat()).toMatchObject(Array.from({ length: 50 }, (_, n) => ({ n })));
    expect(most).toBeLessThanOrEqual(POOL_SIZE);
    expect(most).toBeGreaterThan(1);
  });

  test("are closed when nobody used them for a while, and opened again", async () => {
    await served.sql`select 1`;
    expect(await until(async () => (await sessions()) === 0)).toBe(true);
    expect(await served.sql`select 1 as a`).toEqual([{ a: 1 }]);
  });
});

describe("a request whose client goes away", () => {
  test("is cancelled, rolled back, and its connection used again", async () => {
    await served.direct.query("create table written (by text)");
    const before = await served.sql`select pg_backend_pid() as pid`;
    const leaving = new AbortController();
    const query = served.sql.transaction(
      [served.sql`insert into written values ('gone')`, served.sql`select pg_sleep(60)`],
      {
        fetchOptions: { signal: leaving.signal },
      },
    );
    expect(await until(async () => (await sessions("state = 'active' and query like '%pg_sleep(60)%'")) === 1)).toBe(
      true,
    );
    leaving.abort();
    await expect(query).rejects.toThrow(/abort/i);
    expect(await until(async () => (await sessions("state <> 'idle'")) === 0)).toBe(true);
    expect(await served.sql`select from written`).toEqual([]);
    expect(await served.sql`select pg_backend_pid() as pid`).toEqual(before);
  });

  test("while it waits for a connection does not run at all", async () => {
    const slow = Array.from({ length: POOL_SIZE }, () => served.sql`select pg_sleep(0.5)`.then(() => {}));
    const leaving = new AbortController();
    const waiting = served.sql.query("insert into written values ('waited')", [], {
      fetchOptions: { signal: leaving.signal },
    });
    setTimeout(() => leaving.abort(), 50);
    await expect(waiting).rejects.toThrow(/abort/i);
    await Promise.all(slow);
    expect(await served.sql`select from written`).toEqual([]);
  });

  test("many times over never takes a connection from the others", async () => {
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        served.sql.query("select pg_sleep(5)", [], { fetchOptions: { signal: AbortSignal.timeout(10 + n * 3) } }),
      ),
    );
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => served.sql`select 1 as a`));
    expect(answers).toEqual(Array.from({ length: 20 }, () => [{ a: 1 }]));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
