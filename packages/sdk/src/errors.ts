import type { Proposal } from "./types.ts";

/** The root of everything this package throws: misuse is a plain `StelaError`, the rest are its subclasses. */
export class StelaError extends Error {
  override readonly name: string = "StelaError";
  /**
   * True when a write may have been applied although no answer says so, counting every attempt of the call: a timeout, a
   * lost connection, a gateway's 502 or 504. Repeating it with the same idempotency key is safe.
   */
  mayHaveApplied = false;
}

/** No usable answer: the network failed, or what came back could not be read. The original error is the `cause`. */
export class ConnectionError extends StelaError {
  override readonly name: string = "ConnectionError";
}

/** An attempt took longer than `timeoutMs`, and so did its retries. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
}

/** The caller's signal was aborted; its reason is the `cause`. Never retried. */
export class AbortError extends StelaError {
  override readonly name: string = "AbortError";
}

/** The key may only propose: the write was not made but waits for a person, as the `proposal`. */
export class SavedForReviewError extends StelaError {
  override readonly name: string = "SavedForReviewError";
  readonly proposal: Proposal;

  constructor(proposal: Proposal) {
    super("The write was saved for review and not made: the key may only propose");
    this.proposal = proposal;
  }
}

/** A problem document (RFC 9457), or as much of one as the answer held. */
export interface Problem {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly currentVersion?: unknown;
  readonly errors?: unknown;
  readonly findings?: unknown;
  readonly editIndex?: unknown;
  readonly reason?: unknown;
  readonly [member: string]: unknown;
}

/** One field that did not validate. */
export interface FieldError {
  /** A JSON path such as `operations[2].customId`. */
  readonly path: string;
  readonly message: string;
}

/** Where a secret was found, never the secret. */
export interface SecretFinding {
  readonly rule: string;
  readonly line: number;
  readonly [member: string]: unknown;
}

/** The API answered with an error. `code` is stable and what to branch on; `detail` is one sentence for people. */
export class ApiError extends StelaError {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** Such as `not_found`; undefined when something in between answered instead of the API. */
  readonly code: string | undefined;
  readonly detail: string | undefined;
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  readonly headers: Headers;
  /** The problem document, or the text of an answer that was none. */
  readonly body: unknown;

  constructor(status: number, body: unknown, headers: Headers) {
    const problem = asProblem(body);
    const code = text(problem.code);
    const detail = text(problem.detail) ?? text(problem.title);
    super([status, code, detail && `- ${detail}`].filter(Boolean).join(" "));
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = text(problem.requestId) ?? headers.get("x-request-id") ?? undefined;
    this.headers = headers;
    this.body = body;
  }
}

/** 400: the request could not be read. */
export class BadRequestError extends ApiError {
  override readonly name: string = "BadRequestError";
}

/** 401: the key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name: string = "AuthenticationError";
}

/** 403: the key lacks a scope, which `detail` names. */
export class PermissionDeniedError extends ApiError {
  override readonly name: string = "PermissionDeniedError";
}

/** 404: there is none, or it belongs to somebody else. */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
}

/** 409: a taken destination, or an edit that does not fit the text; `reason` says which, and the body has what goes with it. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
  /** Which of the edits does not fit, from 0. */
  get editIndex(): number | undefined {
    return number(asProblem(this.body).editIndex);
  }
  /** `exists`, `beneath_file`, `inside_itself`, `absent`, `ambiguous`, `no_such_line`, … */
  get reason(): string | undefined {
    return text(asProblem(this.body).reason);
  }
}

/** 412: the document is at another version than `ifMatch` or `ifNoneMatch` asked for. */
export class VersionMismatchError extends ApiError {
  override readonly name: string = "VersionMismatchError";
  /** Undefined when there is no such document. */
  get currentVersion(): number | undefined {
    return number(asProblem(this.body).currentVersion);
  }
}

/** 413: the request or the document would be over its limit. */
export class TooLargeError extends ApiError {
  override readonly name: string = "TooLargeError";
}

/** 422: something in the request is not allowed; `errors` says what and where. Nothing was changed. */
export class ValidationError extends ApiError {
  override readonly name: string = "ValidationError";
  get errors(): readonly FieldError[] {
    return list<FieldError>(asProblem(this.body).errors);
  }
}

/** 422 `secret_detected`: the container blocks secrets and the text looks like it holds one. Nothing was changed. */
export class SecretDetectedError extends ValidationError {
  override readonly name: string = "SecretDetectedError";
  get findings(): readonly SecretFinding[] {
    return list<SecretFinding>(asProblem(this.body).findings);
  }
}

/** 429: too many requests, or (`code` is `quota_exceeded`, never retried) the organization's quota is used up. */
export class RateLimitError extends ApiError {
  override readonly name: string = "RateLimitError";
  /** How long the API asks to wait, in milliseconds from when it answered. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: unknown, headers: Headers, retryAfterMs: number | undefined) {
    super(status, body, headers);
    this.retryAfterMs = retryAfterMs;
  }
}

/** 5xx: the API could not answer. */
export class ServerError extends ApiError {
  override readonly name: string = "ServerError";
}

/** The class for a status; `ApiError` itself for those that have none. */
export function apiError(status: number, body: unknown, headers: Headers, retryAfterMs: number | undefined): ApiError {
  if (status === 429) return new RateLimitError(status, body, headers, retryAfterMs);
  if (status >= 500) return new ServerError(status, body, headers);
  const secret = status === 422 && asProblem(body).code === "secret_detected";
  const Class = secret ? SecretDetectedError : (BY_STATUS.get(status) ?? ApiError);
  return new Class(status, body, headers);
}

type ApiErrorClass = new (status: number, body: unknown, headers: Headers) => ApiError;

const BY_STATUS: ReadonlyMap<number, ApiErrorClass> = new Map<number, ApiErrorClass>([
  [400, BadRequestError],
  [401, AuthenticationError],
  [403, PermissionDeniedError],
  [404, NotFoundError],
  [409, ConflictError],
  [412, VersionMismatchError],
  [413, TooLargeError],
  [422, ValidationError],
]);

function asProblem(body: unknown): Problem {
  return typeof body === "object" && body !== null ? (body as Problem) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function list<Item>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value : [];
}
