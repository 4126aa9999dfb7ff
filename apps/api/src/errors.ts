import { DomainError, type ErrorCode } from "@stela/core/errors";

/** The one table from a refusal's code to its status and title. */
const PROBLEMS: Readonly<Record<ErrorCode, { readonly status: number; readonly title: string }>> = {
  malformed_request: { status: 400, title: "The request cannot be read" },
  unauthorized: { status: 401, title: "A valid API key is needed" },
  forbidden: { status: 403, title: "The API key may not do this" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "The method is not allowed here" },
  conflict: { status: 409, title: "The request conflicts with what is stored" },
  version_mismatch: { status: 412, title: "The document is at another version" },
  too_large: { status: 413, title: "Too large" },
  unsupported_media_type: { status: 415, title: "The body must be JSON" },
  validation_failed: { status: 422, title: "The request is not valid" },
  secret_detected: { status: 422, title: "The text looks like it contains a secret" },
  idempotency_mismatch: { status: 422, title: "The Idempotency-Key belongs to another request" },
  rate_limited: { status: 429, title: "Too many requests" },
  quota_exceeded: { status: 429, title: "A quota is used up" },
  internal: { status: 500, title: "Something went wrong here" },
  unavailable: { status: 503, title: "The service is unavailable" },
};

/** Any thrown value as a problem document (RFC 9457). What is not a DomainError says nothing of itself. */
export function problemResponse(error: unknown, requestId: string): Response {
  const known = error instanceof DomainError ? error : new DomainError("internal", "Something went wrong here.");
  const { status, title } = PROBLEMS[known.code];
  const { retryAfterSeconds, allow, ...extra } = known.extra;
  const headers = new Headers({ "content-type": "application/problem+json" });
  if (typeof retryAfterSeconds === "number") headers.set("retry-after", String(retryAfterSeconds));
  if (typeof allow === "string") headers.set("allow", allow);
  if (status === 401) headers.set("www-authenticate", "Bearer");
  const body = {
    type: `/docs#${known.code}`,
    title,
    status,
    code: known.code,
    detail: known.message,
    requestId,
    ...extra,
  };
  return new Response(JSON.stringify(body), { status, headers });
}
