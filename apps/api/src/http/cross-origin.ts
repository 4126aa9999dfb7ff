import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../request-state.ts";

const METHODS = "GET, POST, PUT, PATCH, DELETE";
const REQUEST_HEADERS =
  "authorization, content-type, idempotency-key, if-match, if-none-match, stela-session, stela-model";
const EXPOSED_HEADERS = "etag, x-request-id, retry-after, ratelimit, ratelimit-policy, idempotency-replayed";
/** Seconds that a browser may keep a preflight's answer: the most that Chromium keeps. */
const PREFLIGHT_SECONDS = "7200";

/** The page of another origin that sent a request; null for one of our own, and for what is no page. */
export function foreignOrigin(request: Request): string | null {
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin ? null : origin;
}

/**
 * Lets pages of other origins send requests and read answers. Which of them may do anything is asked together with the key: whoever shows
 * none, or one whose organization does not list the origin, is refused, and may read that.
 */
export const crossOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
  const origin = foreignOrigin(c.req.raw);
  if (origin === null) return await next();
  if (c.req.method === "OPTIONS" && c.req.header("access-control-request-method") !== undefined) {
    c.header("access-control-allow-methods", METHODS);
    c.header("access-control-allow-headers", REQUEST_HEADERS);
    c.header("access-control-max-age", PREFLIGHT_SECONDS);
    c.res = c.body(null, 204);
  } else {
    await next();
    c.header("access-control-expose-headers", EXPOSED_HEADERS);
  }
  c.header("access-control-allow-origin", origin);
  c.header("vary", "origin", { append: true });
};
