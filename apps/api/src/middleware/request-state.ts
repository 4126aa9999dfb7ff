import { uuidV7 } from "@stela/core/ids";
import type { MiddlewareHandler } from "hono";
import { rateLimitHeaders } from "../http/rate-limit.ts";
import type { AppEnv, RequestState } from "../request-state.ts";

/** Names the request, and tells in the answer's headers its name, its time and its round trips to the database. */
export const requestState: MiddlewareHandler<AppEnv> = async (c, next) => {
  const state: RequestState = {
    requestId: `req_${uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))).replaceAll("-", "")}`,
    startedMs: performance.now(),
    databaseUse: { roundTrips: 0, elapsedMs: 0 },
    path: null,
    isReplayed: false,
    rateLimit: null,
  };
  c.set("state", state);
  await next();
  const { roundTrips, elapsedMs } = state.databaseUse;
  const totalMs = performance.now() - state.startedMs;
  const { headers } = c.res;
  headers.set("x-request-id", state.requestId);
  headers.set(
    "server-timing",
    `total;dur=${totalMs.toFixed(1)}, db;dur=${elapsedMs.toFixed(1)}, roundtrips;desc="${roundTrips}"`,
  );
  headers.set("x-content-type-options", "nosniff");
  headers.set("cache-control", "private, no-cache");
  if (state.rateLimit !== null) {
    for (const [name, value] of Object.entries(rateLimitHeaders(state.rateLimit))) headers.set(name, value);
  }
  if (state.isReplayed) headers.set("idempotency-replayed", "true");
};
