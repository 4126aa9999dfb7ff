/** The delay before the first retry is drawn from zero to this; each further retry doubles it, up to the most. */
const FIRST_DELAY_MS = 500;
const MOST_DELAY_MS = 8_000;

/** A longer `Retry-After` is left to the caller: the error is thrown at once and names it. */
const MOST_RETRY_AFTER_MS = 60_000;

/** Whether an answer may be different next time. A used-up quota is a 429 too, but waiting seconds does not refill it. */
export function isRetryable(status: number, code: string | undefined): boolean {
  if (status === 429) return code !== "quota_exceeded";
  return status === 408 || status === 500 || status === 502 || status === 503 || status === 504;
}

/**
 * How long to wait before retry number `retry` (from 0), or null when the server asks for more than a minute.
 * Full jitter; with `Retry-After` the jitter is added to it, so that a crowd does not come back at the same moment.
 */
export function retryDelayMs(retry: number, retryAfterMs: number | undefined, random: () => number): number | null {
  const jitter = random() * Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** retry);
  if (retryAfterMs === undefined) return jitter;
  if (retryAfterMs > MOST_RETRY_AFTER_MS) return null;
  return retryAfterMs + Math.min(jitter, FIRST_DELAY_MS);
}

/** Reads a `Retry-After` header: seconds, or an HTTP date, which is compared with `now`. Undefined when it is neither. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
