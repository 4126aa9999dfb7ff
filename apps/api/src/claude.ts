import type { Context } from "@stela/core/context";
import { DomainError, invalid } from "@stela/core/errors";
import type { Reply } from "@stela/core/extraction/read-reply";
import * as z from "zod";
import type { Env } from "./env.ts";

/** A small model: reading is not hard, and every conversation is read. */
const DEFAULT_MODEL = "claude-haiku-4-5";
const DEFAULT_BASE_URL = "https://api.anthropic.com";
const VERSION = "2023-06-01";
/** Longer than such an answer takes, and shorter than callers wait. */
const TIMEOUT_MS = 60_000;
/** The caller's own key. It goes to Anthropic and nowhere else. */
const KEY_HEADER = "anthropic-api-key";

const Message = z.object({
  content: z.array(z.looseObject({ type: z.string() })),
  stop_reason: z.string().nullable(),
  model: z.string(),
  usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }),
});

/** The Messages API, one request and no retries: who asked is told when to try again. */
export function openClaude(env: Env, headers: Headers, timeoutMs = TIMEOUT_MS): Context["claude"] {
  return {
    model: (asked) => asked ?? env.EXTRACTION_MODEL ?? DEFAULT_MODEL,
    async ask(request) {
      const callersKey = headers.get(KEY_HEADER);
      const key = callersKey ?? env.ANTHROPIC_API_KEY;
      if (key === undefined) throw invalid(KEY_HEADER, "is needed: this deployment has no key of Anthropic's");
      if (!/^[\x21-\x7e]{1,1024}$/.test(key)) throw invalid(KEY_HEADER, "must be a key of Anthropic's");
      const baseUrl = env.ANTHROPIC_BASE_URL ?? DEFAULT_BASE_URL;
      const response = await send(baseUrl, key, JSON.stringify(request), timeoutMs);
      if (!response.ok) throw refused(response, callersKey !== null);
      return response.message;
    },
  };
}

type Answer =
  | { readonly ok: true; readonly message: Reply }
  | { readonly ok: false; readonly status: number; readonly retryAfter: string | null };

async function send(baseUrl: string, key: string, body: string, timeoutMs: number): Promise<Answer> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, "anthropic-version": VERSION },
      body,
      redirect: "manual", // The key is for this host alone.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status } = response;
    if (!response.ok) {
      await response.body?.cancel();
      return { ok: false, status, retryAfter: response.headers.get("retry-after") };
    }
    return { ok: true, message: Message.parse(await response.json()) as Reply };
  } catch (cause) {
    const isTimeout = cause instanceof DOMException && cause.name === "TimeoutError";
    throw unavailable(isTimeout ? "claude_timeout" : "claude_unreachable", "Claude did not answer.", 5, cause);
  }
}

/** What Anthropic's refusal means to the caller. Its own words stay away: they may quote the conversation. */
function refused({ status, retryAfter }: Answer & { ok: false }, isCallersKey: boolean): DomainError {
  const seconds = Math.min(Math.max(1, Math.ceil(Number(retryAfter ?? Number.NaN)) || 10), 3_600);
  if (status === 401 || status === 403) {
    if (isCallersKey) return invalid(KEY_HEADER, "was refused by Anthropic");
    return unavailable("claude_key", "Anthropic refused the key of this deployment.", 300);
  }
  if (status === 404) return invalid("model", "is not known to Claude's API");
  if (status === 413) return new DomainError("too_large", "The conversation is too large for Claude's API.");
  if (status === 429) {
    const detail = "Claude's API allows no more requests with this key just now.";
    return new DomainError("rate_limited", detail, { reason: "claude", retryAfterSeconds: seconds });
  }
  if (status >= 500) return unavailable("claude_overloaded", "Claude's API is overloaded or failing.", seconds);
  return invalid("messages", "were refused by Claude's API: the conversation, the model or the account does not fit");
}

function unavailable(reason: string, detail: string, retryAfterSeconds: number, cause?: unknown): DomainError {
  return new DomainError("unavailable", `${detail} Nothing was stored.`, { reason, retryAfterSeconds }, { cause });
}
