import { Pool, type PoolClient } from "pg";
import { withCheckedTls } from "../connection-string.ts";

export interface PoolsOptions {
  /** Connections per connection string. */
  readonly poolSize: number;
  /** How long a connection may be unused before it is closed; a pool without connections is forgotten. */
  readonly idleMs: number;
  /** How long a request waits for a connection. */
  readonly acquireTimeoutMs: number;
}

/** One bounded pool per connection string. */
export class Pools {
  readonly #pools = new Map<string, { pool: Pool; borrowers: number }>();
  readonly #options: PoolsOptions;

  constructor(options: PoolsOptions) {
    this.#options = options;
  }

  /** Lends a connection to the borrower, who says whether it may be used again. */
  async lend<T>(
    connectionString: string,
    borrow: (client: PoolClient) => Promise<{ value: T; isReusable: boolean }>,
  ): Promise<T> {
    const entry = this.#entry(connectionString);
    entry.borrowers += 1;
    try {
      const client = await entry.pool.connect();
      let isReusable = false;
      try {
        const lent = await borrow(client);
        isReusable = lent.isReusable;
        return lent.value;
      } finally {
        client.release(!isReusable);
      }
    } finally {
      entry.borrowers -= 1;
      this.#forgetIfEmpty(connectionString);
    }
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map(({ pool }) => pool.end()));
  }

  #entry(connectionString: string): { pool: Pool; borrowers: number } {
    const known = this.#pools.get(connectionString);
    if (known !== undefined) return known;
    const { poolSize, idleMs, acquireTimeoutMs } = this.#options;
    const pool = new Pool({
      connectionString: withCheckedTls(connectionString),
      max: poolSize,
      idleTimeoutMillis: idleMs,
      connectionTimeoutMillis: acquireTimeoutMs,
      keepAlive: true,
    });
    // A connection that dies is dropped by the pool, or answered for by its borrower: the process lives on either way.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    pool.on("remove", () => this.#forgetIfEmpty(connectionString));
    const entry = { pool, borrowers: 0 };
    this.#pools.set(connectionString, entry);
    return entry;
  }

  #forgetIfEmpty(connectionString: string): void {
    const entry = this.#pools.get(connectionString);
    if (entry === undefined || entry.borrowers > 0 || entry.pool.totalCount > 0) return;
    this.#pools.delete(connectionString);
    void entry.pool.end();
  }
}
