import { ApiError, ConnectionError, type FieldError, ValidationError } from "@stela/sdk";
import { PeopleError } from "./people.ts";

/** What went wrong, as a page says it. */
export interface Failure {
  readonly kind: "signed-out" | "forbidden" | "missing" | "conflict" | "offline" | "refused" | "unavailable";
  readonly message: string;
  readonly requestId?: string | undefined;
}

/** What a role lacks, admins and owners have. */
const NEEDS_ADMIN = "Your role does not allow this. It needs the role admin or owner.";

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { status, requestId, code, detail } = error;
    const message = code === "forbidden" && lacksScope(error.body) ? NEEDS_ADMIN : (detail ?? error.message);
    return { kind: kindOf(status), message, requestId };
  }
  if (error instanceof PeopleError) {
    return { kind: error.status === 0 ? "offline" : kindOf(error.status), message: error.message };
  }
  if (error instanceof ConnectionError) {
    return { kind: "offline", message: "The dashboard cannot be reached. Check your connection, then try again." };
  }
  return { kind: "unavailable", message: "Something went wrong on this page. Reload it to go on." };
}

/** What the API says of each field, by its JSON path (`secretRules[0].pattern`); none of an error of another kind. */
export function fieldErrorsOf(error: unknown): readonly FieldError[] {
  return error instanceof ValidationError ? error.errors : [];
}

function lacksScope(body: unknown): boolean {
  return typeof body === "object" && body !== null && "missingScope" in body;
}

function kindOf(status: number): Failure["kind"] {
  if (status === 401) return "signed-out";
  if (status === 403) return "forbidden";
  if (status === 404) return "missing";
  if (status === 409 || status === 412) return "conflict";
  return status >= 500 ? "unavailable" : "refused";
}
