/** The stable `code` of a refusal. Each one has exactly one HTTP status, in the API's table. */
export type ErrorCode =
  | "malformed_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "version_mismatch"
  | "too_large"
  | "unsupported_media_type"
  | "validation_failed"
  | "secret_detected"
  | "idempotency_mismatch"
  | "rate_limited"
  | "quota_exceeded"
  | "internal"
  | "unavailable";

/** A refusal that a caller can act on. `detail` is one plain sentence that never holds SQL, a host or a stack; `extra` holds the members that the code documents (`currentVersion`, `errors`, `findings`, …). */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, detail: string, extra: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(detail, options);
    this.name = "DomainError";
    this.code = code;
    this.extra = extra;
  }
}

/** One field that did not validate: a JSON path such as `operations[2].customId`, and what is wrong with it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

export function invalid(path: string, message: string): DomainError {
  const errors: FieldError[] = [{ path, message }];
  return new DomainError("validation_failed", `${path}: ${message}`, { errors });
}
