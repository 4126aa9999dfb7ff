import { DomainError } from "@stela/core/errors";
import type { Env } from "../env.ts";
import type { RequestState } from "../request-state.ts";

/**
 * Counts a request against the limit of its credential, before the database is touched. Without the binding there is no limit.
 * @throws DomainError `rate_limited`.
 */
export async function countRequest(env: Env, credentialHash: string, state: RequestState): Promise<void> {
  const { RATE_LIMITER: limiter, RATE_LIMIT: limit } = env;
  if (limiter === undefined || limit === undefined) return;
  const { success } = await limiter.limit({ key: credentialHash });
  state.rateLimit = { ...limit, isExceeded: !success };
  if (success) return;
  const detail = `More than ${limit.requests} requests in ${limit.periodSeconds} seconds came with this key or token.`;
  throw new DomainError("rate_limited", detail, { retryAfterSeconds: limit.periodSeconds });
}

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10). How much is left is told when it is nothing: before
 * that the binding does not say.
 */
export function rateLimitHeaders({ requests, periodSeconds, isExceeded }: NonNullable<RequestState["rateLimit"]>) {
  return {
    "ratelimit-policy": `"credential";q=${requests};w=${periodSeconds}`,
    ...(isExceeded ? { ratelimit: `"credential";r=0;t=${periodSeconds}` } : {}),
  };
}
