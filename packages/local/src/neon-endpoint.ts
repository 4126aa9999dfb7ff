import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readBody } from "./neon/body.ts";
import { execute } from "./neon/execute.ts";
import { failureOf } from "./neon/failure.ts";
import { HttpError } from "./neon/http-error.ts";
import { Pools } from "./neon/pools.ts";
import { DEFAULT_MAX_BODY_BYTES, SQL_PATH } from "./neon/protocol.ts";
import { parseRequest } from "./neon/request.ts";
import { wireResult } from "./neon/result.ts";

// Long past what any client keeps a connection for, so that the end of an idle one never races with its next request.
const KEEP_ALIVE_MS = 10 * 60_000;

export interface NeonEndpointOptions {
  /** Any free one when it is left out. */
  readonly port?: number;
  /** Connections to Postgres per connection string. */
  readonly poolSize?: number;
  readonly maxBodyBytes?: number;
  /** How long an unused connection to Postgres is kept. */
  readonly idleMs?: number;
  /** How long a request waits for a connection before it is answered 503. */
  readonly acquireTimeoutMs?: number;
}

export interface NeonEndpoint {
  /** What `neonConfig.fetchEndpoint` is set to. */
  readonly url: string;
  /** Requests since the start, so that a test can count round trips. */
  requestCount(): number;
  /** Cancels what runs and returns when nothing is left open. */
  close(): Promise<void>;
}

/**
 * Serves the SQL-over-HTTP protocol of Neon on 127.0.0.1, for the Postgres that each request's connection string names.
 * A statement's error is a 400 with all its fields; a database that is away is a 503 without a SQLSTATE.
 */
export async function startNeonEndpoint(options: NeonEndpointOptions = {}): Promise<NeonEndpoint> {
  const { port = 0, poolSize = 20, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
  const pools = new Pools({
    poolSize,
    idleMs: options.idleMs ?? 10_000,
    acquireTimeoutMs: options.acquireTimeoutMs ?? 30_000,
  });
  let requests = 0;
  const running = new Set<Promise<void>>();

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    requests += 1;
    const work = answer(request, response, pools, maxBodyBytes).finally(() => running.delete(work));
    running.add(work);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The endpoint listens on no port.");

  return {
    url: `http://127.0.0.1:${address.port}${SQL_PATH}`,
    requestCount: () => requests,
    async close() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await Promise.all(running);
      await pools.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  pools: Pools,
  maxBodyBytes: number,
): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  try {
    refuseOtherRoutes(request);
    const sql = parseRequest(request.headers, await readBody(request, maxBodyBytes));
    const results = (await execute(sql, pools, gone.signal)).map((result) => wireResult(result, sql.output));
    send(response, 200, sql.begin === undefined ? results[0] : { results });
  } catch (error) {
    const { status, body } = failureOf(error);
    send(response, status, body);
  }
}

function refuseOtherRoutes({ method, url }: IncomingMessage): void {
  if (url !== SQL_PATH) throw new HttpError(404, `Only ${SQL_PATH} is served.`);
  if (method !== "POST") throw new HttpError(405, `${SQL_PATH} takes POST.`);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length });
  response.end(bytes);
}
