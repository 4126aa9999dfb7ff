import { type Answer, ApiPromise } from "./api-promise.ts";
import { aborted, attempt, type PreparedRequest } from "./attempt.ts";
import { environmentVariable } from "./environment.ts";
import { ApiError, ConnectionError, StelaError } from "./errors.ts";
import { type ClientOptions, count, type Fetch, headerText, milliseconds, type RequestOptions } from "./options.ts";
import { isRetryable, parseRetryAfter, retryDelayMs } from "./retry.ts";
import { sleep } from "./sleep.ts";
import { parseBaseUrl, queryString } from "./url.ts";

/** A call as a resource describes it. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Made with the tag `path`, so that each part stays one segment. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** A write gets an idempotency key, the same for all of its attempts. */
  readonly isWrite: boolean;
  /** The API has two minutes for it, so it is waited for longer where nobody says how long. */
  readonly mayTakeLong?: true;
  /** Another media type than JSON to ask for: its body is handed on as it comes. */
  readonly stream?: string | undefined;
  readonly options?: CallOptions | undefined;
}

interface CallOptions extends RequestOptions {
  idempotencyKey?: string | undefined;
  ifMatch?: number | "*" | undefined;
  ifNoneMatch?: number | "*" | undefined;
}

/** Sends calls: headers, retries, timeouts. The only holder of the key. */
export class Transport {
  readonly #apiKey: string;
  readonly #baseUrl: string;
  readonly #fetch: Fetch;
  readonly #defaults: Readonly<ClientOptions>;

  constructor(options: ClientOptions) {
    this.#apiKey = parseApiKey(options.apiKey ?? environmentVariable("STELA_API_KEY"));
    const baseUrl = options.baseUrl ?? environmentVariable("STELA_BASE_URL");
    if (baseUrl === undefined)
      throw new StelaError("Pass baseUrl or set STELA_BASE_URL: the address of your Stela API");
    this.#baseUrl = parseBaseUrl(baseUrl);
    this.#fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#defaults = { ...options };
    this.#prepare({ method: "GET", path: "/healthz", isWrite: false }); // A default that cannot be used fails here.
  }

  /** Starts a call. What it sends is fixed now: changing the arguments afterwards changes nothing. */
  send<Data>(call: Call): ApiPromise<Data> {
    return new ApiPromise(this.#run(call) as Promise<Answer<Data>>);
  }

  async #run(call: Call): Promise<Answer<unknown>> {
    const request = this.#prepare(call);
    let mayHaveApplied = false;
    for (let retry = 0; ; retry += 1) {
      try {
        return await attempt(request);
      } catch (error) {
        if (!(error instanceof StelaError)) throw error;
        mayHaveApplied ||= call.isWrite && error.mayHaveApplied;
        error.mayHaveApplied = mayHaveApplied;
        const delayMs = retry < request.maxRetries ? delayBefore(retry, error) : null;
        if (delayMs === null) throw error;
        await sleep(delayMs, request.signal);
        if (request.signal?.aborted) throw aborted(request.signal, mayHaveApplied);
      }
    }
  }

  #prepare({ method, path, query, body, isWrite, mayTakeLong, stream, options = {} }: Call): PreparedRequest {
    const session = options.session ?? this.#defaults.session;
    const model = options.model ?? this.#defaults.model;
    const headers = headersOf({ ...this.#defaults.defaultHeaders, ...options.headers });
    headers.set("accept", stream ?? "application/json");
    headers.set("authorization", `Bearer ${this.#apiKey}`);
    if (body !== undefined) headers.set("content-type", "application/json");
    if (isWrite)
      headers.set("idempotency-key", headerText("idempotencyKey", options.idempotencyKey ?? crypto.randomUUID()));
    if (options.ifMatch !== undefined) headers.set("if-match", entityTag(options.ifMatch));
    if (options.ifNoneMatch !== undefined) headers.set("if-none-match", entityTag(options.ifNoneMatch));
    if (session !== undefined) headers.set("stela-session", headerText("session", session));
    if (model !== undefined) headers.set("stela-model", headerText("model", model));
    return {
      url: this.#baseUrl + path + queryString(query),
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      timeoutMs: milliseconds(
        "timeoutMs",
        options.timeoutMs ?? this.#defaults.timeoutMs ?? (mayTakeLong ? 130_000 : 30_000),
      ),
      maxRetries: count("maxRetries", options.maxRetries ?? this.#defaults.maxRetries ?? 2),
      isStream: stream !== undefined,
      signal: options.signal,
      fetch: this.#fetch,
    };
  }
}

/** How long to wait before trying again, or null when it would not help or is not ours to decide. */
function delayBefore(retry: number, error: StelaError): number | null {
  if (error instanceof ConnectionError) return retryDelayMs(retry, undefined, Math.random);
  if (!(error instanceof ApiError) || !isRetryable(error.status, error.code)) return null;
  return retryDelayMs(retry, parseRetryAfter(error.headers.get("retry-after"), Date.now()), Math.random);
}

/** @throws StelaError without the key. */
function parseApiKey(apiKey: string | undefined): string {
  if (apiKey === undefined) throw new StelaError("Pass apiKey or set STELA_API_KEY");
  if (typeof apiKey === "string" && /^[\x21-\x7e]{1,8192}$/.test(apiKey)) return apiKey;
  throw new StelaError("apiKey must be printable ASCII without spaces");
}

function headersOf(entries: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(entries)) {
    try {
      headers.set(name, value);
    } catch {
      throw new StelaError(`The header ${JSON.stringify(name)} cannot be sent`); // The platform's own error holds the value.
    }
  }
  return headers;
}

function entityTag(version: number | "*"): string {
  if (version === "*") return version;
  if (Number.isInteger(version) && version > 0) return `"${version}"`;
  throw new StelaError('ifMatch and ifNoneMatch take a version, 1 or more, or "*"');
}
