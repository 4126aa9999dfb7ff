import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError, type PoolClient } from "pg";
import { cancelRunning } from "./cancel.ts";
import { type ExchangeOutcome, exchange, type StatementResult } from "./exchange.ts";
import { HttpError } from "./http-error.ts";
import type { Pools } from "./pools.ts";
import type { SqlRequest, Statement } from "./request.ts";

const QUERY_CANCELED = "57014";
const CANCEL_AGAIN_MS = 250;

// What outlives a transaction in a session, by command tag or by text, and must not reach the next request.
const SESSION_COMMANDS = /^(SET|RESET|LISTEN|PREPARE|DECLARE|LOAD|CREATE TABLE)\b/;
const SESSION_CALLS = /set_config|advisory_lock/i;

/**
 * Runs a request on a pooled connection: one query as it is, a batch as one transaction. When the signal fires, the
 * running statement is cancelled and its transaction rolled back. The connection goes back clean or not at all.
 */
export async function execute(request: SqlRequest, pools: Pools, signal: AbortSignal): Promise<StatementResult[]> {
  const statements = wrapped(request);
  const outcome = await pools.lend(request.connectionString, async (client) => {
    if (signal.aborted) return { value: undefined, isReusable: true };
    const cancelling = new Cancelling(client, signal);
    const value = await exchange(client, statements);
    const isUntouched = await cancelling.end(value);
    return { value, isReusable: isUntouched && (await isClean(client, request, value)) };
  });
  if (outcome === undefined) throw new HttpError(499, "The client went away.");
  if (outcome.error !== undefined) throw outcome.error;
  return request.begin === undefined ? [...outcome.results] : outcome.results.slice(1, -1);
}

function wrapped({ begin, statements }: SqlRequest): readonly Statement[] {
  if (begin === undefined) return statements;
  return [{ text: begin, params: [] }, ...statements, { text: "COMMIT", params: [] }];
}

async function isClean(client: PoolClient, request: SqlRequest, outcome: ExchangeOutcome): Promise<boolean> {
  if (outcome.session === "gone") return false;
  try {
    if (outcome.session !== "I") await client.query("ROLLBACK");
    if (changesSession(request, outcome)) await client.query("DISCARD ALL");
    return true;
  } catch {
    return false;
  }
}

function changesSession({ statements }: SqlRequest, { results }: ExchangeOutcome): boolean {
  return (
    results.some(({ tag }) => SESSION_COMMANDS.test(tag)) || statements.some(({ text }) => SESSION_CALLS.test(text))
  );
}

/** Cancels what runs on a connection once the signal fires, again and again: a request that comes early does nothing. */
class Cancelling {
  readonly #client: PoolClient;
  readonly #signal: AbortSignal;
  #work: Promise<void> | undefined;
  #attempts = 0;
  #isOver = false;

  constructor(client: PoolClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
    signal.addEventListener("abort", this.#start, { once: true });
  }

  /** Waits until no cancel request is under way; false when one may still hit the next statement. */
  async end(outcome: ExchangeOutcome): Promise<boolean> {
    this.#signal.removeEventListener("abort", this.#start);
    this.#isOver = true;
    await this.#work;
    if (this.#attempts === 0) return true;
    const isHit = outcome.error instanceof DatabaseError && outcome.error.code === QUERY_CANCELED;
    return isHit && this.#attempts === 1;
  }

  readonly #start = (): void => {
    this.#work = this.#run();
  };

  async #run(): Promise<void> {
    while (!this.#isOver) {
      this.#attempts += 1;
      await cancelRunning(this.#client);
      for (let waited = 0; waited < CANCEL_AGAIN_MS && !this.#isOver; waited += 10) await sleep(10);
    }
  }
}
