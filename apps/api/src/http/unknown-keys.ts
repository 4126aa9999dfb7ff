import { DomainError } from "@stela/core/errors";
import type { Env } from "../env.ts";

/** Addresses that one isolate remembers at most; past it the oldest is let go. */
const MOST_ADDRESSES = 10_000;

/**
 * Keys that are well formed and that nobody has, by the address they come from: who makes them up meets no limit of a key's own, and would
 * ask the database each time. Only such keys count, so an address that many share is not harmed by its size. `UNKNOWN_KEY_LIMITER` counts in
 * the whole location; that it said no is remembered here, in the isolate, because to ask it again would be to count again.
 */
export class UnknownKeys {
  /** Until when each address is refused, the oldest first. */
  readonly #refusedUntilMs = new Map<string, number>();

  /** @throws DomainError `rate_limited` for an address that has sent too many of them, before the database is asked. */
  refuse(headers: Headers, nowMs: number): void {
    if (this.#refusedUntilMs.size === 0) return;
    const address = clientNetwork(headers);
    const untilMs = address === null ? undefined : this.#refusedUntilMs.get(address);
    if (address === null || untilMs === undefined) return;
    if (untilMs <= nowMs) {
      this.#refusedUntilMs.delete(address);
      return;
    }
    const detail = "Too many API keys that nobody has came from this address.";
    throw new DomainError("rate_limited", detail, { retryAfterSeconds: Math.ceil((untilMs - nowMs) / 1_000) });
  }

  /** Counts one. Without the binding there is no limit. */
  async count(env: Env, headers: Headers, nowMs: number): Promise<void> {
    const { UNKNOWN_KEY_LIMITER: limiter, UNKNOWN_KEY_LIMIT: limit } = env;
    const address = clientNetwork(headers);
    if (limiter === undefined || limit === undefined || address === null) return;
    const { success } = await limiter.limit({ key: address });
    if (success) return;
    this.#refusedUntilMs.delete(address);
    this.#refusedUntilMs.set(address, nowMs + limit.periodSeconds * 1_000);
    const [oldest] = this.#refusedUntilMs.keys();
    if (this.#refusedUntilMs.size > MOST_ADDRESSES && oldest !== undefined) this.#refusedUntilMs.delete(oldest);
  }
}

/** The client's address as Cloudflare tells it; of IPv6 the first 64 bits, which is what one customer has to choose from. */
function clientNetwork(headers: Headers): string | null {
  const address = headers.get("cf-connecting-ip");
  if (address === null || !address.includes(":")) return address;
  const [before = "", after] = address.toLowerCase().split("::");
  const groups = before === "" ? [] : before.split(":");
  if (after !== undefined) {
    const last = after === "" ? [] : after.split(":");
    while (groups.length + last.length < 8) groups.push("0");
    groups.push(...last);
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
