import { ApiError, ConnectionError } from "@stela/sdk";
import { PeopleError } from "./people.ts";

/** What went wrong, as a page says it. */
export interface Failure {
  readonly kind: "signed-out" | "forbidden" | "missing" | "conflict" | "offline" | "refused" | "unavailable";
  readonly message: string;
  readonly requestId?: string | undefined;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { status, requestId } = error;
    return { kind: kindOf(status), message: error.detail ?? error.message, requestId };
  }
  if (error instanceof PeopleError) {
    return { kind: error.status === 0 ? "offline" : kindOf(error.status), message: error.message };
  }
  if (error instanceof ConnectionError) {
    return { kind: "offline", message: "The dashboard cannot be reached. Check your connection, then try again." };
  }
  return { kind: "unavailable", message: "Something went wrong on this page. Reload it to go on." };
}

function kindOf(status: number): Failure["kind"] {
  if (status === 401) return "signed-out";
  if (status === 403) return "forbidden";
  if (status === 404) return "missing";
  if (status === 409 || status === 412) return "conflict";
  return status >= 500 ? "unavailable" : "refused";
}
