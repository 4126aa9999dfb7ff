import type { Answer } from "./api-promise.ts";
import {
  AbortError,
  type ApiError,
  apiError,
  ConnectionError,
  SavedForReviewError,
  StelaError,
  TimeoutError,
} from "./errors.ts";
import { parseRetryAfter } from "./retry.ts";
import type { Proposal } from "./types.ts";

/** One request, ready to be sent as often as it takes. */
export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** Hand the body of a success on as it comes, unread. */
  readonly isStream: boolean;
  readonly signal: AbortSignal | null | undefined;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** A timer for anything longer fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Sends a request once and reads the whole answer, unless it is to be streamed. Throws one of this package's errors, whatever went wrong. */
export async function attempt(request: PreparedRequest): Promise<Answer<unknown>> {
  const { signal, timeoutMs } = request;
  if (signal?.aborted) throw aborted(signal, false);
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = timeoutMs > LONGEST_TIMER_MS ? undefined : setTimeout(abort, timeoutMs);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const response = await request.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      signal: controller.signal,
      redirect: "manual", // A redirect would turn a POST into a GET.
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    if (request.isStream && response.ok) return answerOf(response.body ?? new Blob().stream(), response);
    const bytes = await response.arrayBuffer();
    return read(response, bytes);
  } catch (error) {
    if (error instanceof StelaError) throw error;
    if (signal?.aborted) throw aborted(signal, true);
    if (controller.signal.aborted)
      throw uncertain(new TimeoutError(`No answer within ${timeoutMs} ms`, { cause: error }));
    const failure = new ConnectionError("The Stela API could not be reached", { cause: error });
    failure.mayHaveApplied = !isBeforeSending(error);
    throw failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

function read(response: Response, bytes: ArrayBuffer): Answer<unknown> {
  const { status, headers } = response;
  if (status === 304) return answerOf(null, response);
  if (!response.ok) throw failed(status, bytes, headers);
  const data = parse(bytes);
  if (status === 202) throw new SavedForReviewError(data as Proposal);
  return answerOf(data, response);
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    // A broken byte must not reach a memory as U+FFFD.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    const problem = "The answer could not be read as JSON: is baseUrl the address of a Stela API?";
    throw uncertain(new ConnectionError(problem, { cause }));
  }
}

function answerOf(data: unknown, { status, headers }: Response): Answer<unknown> {
  const version = /^(?:W\/)?"(\d+)"$/.exec(headers.get("etag") ?? "")?.[1];
  return {
    data,
    status,
    headers,
    requestId: headers.get("x-request-id") ?? undefined,
    version: version === undefined ? undefined : Number(version),
    isReplayed: headers.get("idempotency-replayed") === "true",
  };
}

function failed(status: number, bytes: ArrayBuffer, headers: Headers): ApiError {
  const text = new TextDecoder().decode(bytes);
  let body: unknown = text.slice(0, 2_000);
  try {
    body = JSON.parse(text);
  } catch {
    // Something in between answered; its text is what there is.
  }
  const error = apiError(status, body, headers, parseRetryAfter(headers.get("retry-after"), Date.now()));
  // The API's own errors mean that nothing was applied; a gateway does not know what became of the request it passed on.
  error.mayHaveApplied = status === 502 || status === 504 || status >= 520;
  return error;
}

/** Failures that happen before a byte of the request is sent, by the codes of Node, undici and Bun. */
const BEFORE_SENDING = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

function isBeforeSending(error: unknown): boolean {
  for (let cause = error; typeof cause === "object" && cause !== null; cause = (cause as { cause?: unknown }).cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && BEFORE_SENDING.has(code)) return true;
  }
  return false;
}

function uncertain<Failure extends ConnectionError>(error: Failure): Failure {
  error.mayHaveApplied = true;
  return error;
}

export function aborted(signal: AbortSignal, wasSent: boolean): AbortError {
  const error = new AbortError("The call was aborted", { cause: signal.reason });
  error.mayHaveApplied = wasSent;
  return error;
}
