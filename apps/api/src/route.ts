import type { Context } from "@stela/core/context";
import type { Precondition } from "@stela/core/documents/put";
import type * as z from "zod";
import type { Conditional } from "./http/preconditions.ts";

type Shape = z.ZodType | undefined;
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler is given: parsed, so that nothing needs to be checked again. */
interface RouteInput<P extends Shape, Q extends Shape, B extends Shape> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly precondition: Precondition;
  readonly headers: Headers;
}

/** An answer that is sent while it is made. */
export interface StreamedAnswer {
  readonly type: string;
  readonly fileName: string;
  readonly chunks: AsyncIterable<string>;
  /** The last line of an answer that could not be finished, so that nobody takes it for the whole. */
  failureLine(failure: { readonly code: string; readonly detail: string; readonly requestId: string }): string;
}

/** What a handler answers. `version` becomes the ETag; a body of undefined is left out. */
export interface RouteAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly version?: number;
  /** In place of a body. */
  readonly stream?: StreamedAnswer;
}

/** One call of the API: its contract, from which requests are validated and OpenAPI is written, and its handler. */
export interface Route<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As in OpenAPI: `/v1/documents/{id}`. */
  readonly path: string;
  readonly operationId: string;
  /** A POST that changes nothing: its request is too long for a query. */
  readonly isRead?: true;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Which conditional headers it understands; `none` when left out. */
  readonly conditional?: Conditional;
  /** The session that a body names, in place of the header. */
  sessionIn?(body: Parsed<B>): string | undefined;
  /** More headers that it takes. */
  readonly headers?: z.ZodRawShape;
  /** The body of each successful status; null for none. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** Other media types than JSON that status 200 may have, as text. */
  readonly streams?: readonly string[];
  handle(input: RouteInput<P, Q, B>, context: Context): Promise<RouteAnswer>;
}

/** Types a route by its own schemas, then forgets them, so that all routes fit in one table. */
export function defineRoute<P extends Shape = undefined, Q extends Shape = undefined, B extends Shape = undefined>(
  route: Route<P, Q, B>,
): Route {
  return route as unknown as Route;
}
