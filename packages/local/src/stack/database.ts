import { Client } from "pg";
import { withCheckedTls } from "../connection-string.ts";
import { LocalStackError } from "../local-stack-error.ts";
import { type RunningPostgres, startPostgres } from "../postgres.ts";
import { reasonOf } from "../reason.ts";

const MOST_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;

export interface StackDatabase {
  /** The owner's. */
  readonly url: string;
  /** Settles with a sentence when the database is gone for good. */
  readonly failed: Promise<LocalStackError>;
  stop(): Promise<void>;
}

/** The database that DATABASE_URL names, which is not ours to start or stop. */
export async function externalDatabase(url: string): Promise<StackDatabase> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new LocalStackError("DATABASE_URL is not a URL of the form postgresql://user:password@host/database.");
  }
  const client = new Client({ connectionString: withCheckedTls(url), connectionTimeoutMillis: 15_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    throw new LocalStackError(
      `The database that DATABASE_URL names (${new URL(url).host}) cannot be reached: ${reasonOf(error)}. ` +
        "Correct DATABASE_URL, or leave it out to start the one that comes with Stela.",
    );
  }
  return { url, failed: new Promise(() => {}), stop: async () => {} };
}

/** Our own Postgres. One that dies is started again on the same port, a few times a minute at most. */
export async function ownDatabase(dataDir: string): Promise<StackDatabase> {
  let postgres = await startPostgres({ dataDir });
  const { url, port } = postgres;
  const { promise: failed, resolve: fail } = Promise.withResolvers<LocalStackError>();
  let isStopping = false;
  let watching: Promise<void>;

  const watch = async (): Promise<void> => {
    const restarts: number[] = [];
    for (;;) {
      await postgres.exited;
      if (isStopping) return;
      const now = performance.now();
      while (restarts[0] !== undefined && now - restarts[0] > RESTART_WINDOW_MS) restarts.shift();
      restarts.push(now);
      if (restarts.length > MOST_RESTARTS)
        throw new LocalStackError(`PostgreSQL keeps ending. See ${postgres.logFile}.`);
      postgres = await startPostgres({ dataDir, port });
      if (isStopping) return;
    }
  };
  watching = watch().catch((error: unknown) => fail(asSentence(error, postgres)));

  return {
    url,
    failed,
    async stop() {
      isStopping = true;
      await postgres.stop();
      await watching;
      await postgres.stop();
    },
  };
}

function asSentence(error: unknown, { logFile }: RunningPostgres): LocalStackError {
  if (error instanceof LocalStackError) return error;
  return new LocalStackError(`PostgreSQL ended and could not be started again: ${reasonOf(error)}. See ${logFile}.`);
}
