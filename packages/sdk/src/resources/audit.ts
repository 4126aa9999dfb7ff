import type { ApiPromise } from "../api-promise.ts";
import type { RequestOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type { AuditEvent, AuditList, AuditQuery, Verification, VerifyQuery } from "../types.ts";
import { path } from "../url.ts";

export class AuditPage extends Page<AuditEvent> {
  constructor(body: AuditList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.events, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get events(): AuditEvent[] {
    return this.data;
  }
}

/** The filters of a list; there are no pages. */
export type AuditExportQuery = Omit<AuditQuery, "limit" | "cursor">;

/** The audit trail: every change, refusal, decision, export and finding of a secret. Events are never changed. */
export class Audit {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Events, the newest first: of the containers that the key covers, and of none where it covers all. */
  list(query?: AuditQuery, options?: RequestOptions): PagePromise<AuditPage, AuditEvent> {
    const call = { method: "GET", path: path`/v1/audit`, query, isWrite: false, options } as const;
    return list<AuditList, AuditPage, AuditEvent>(this.#transport, call, AuditPage);
  }

  /**
   * All events that match, as bytes of UTF-8 while they are read, the newest first. An export that could not be finished says so in its
   * last line, which holds `The export is incomplete`. `timeoutMs` and `signal` count until the first byte: cancel the stream to end it.
   */
  export(
    format: "csv" | "ndjson",
    query?: AuditExportQuery,
    options?: RequestOptions,
  ): ApiPromise<ReadableStream<Uint8Array>> {
    const stream = format === "csv" ? "text/csv" : "application/x-ndjson";
    return this.#transport.send({ method: "GET", path: path`/v1/audit`, query, isWrite: false, stream, options });
  }

  /**
   * Recomputes a page of the seals over the trail, from the first on: ask again with `nextCursor` as `cursor` until it is null. Needs a
   * key that covers every container.
   */
  verify(query?: VerifyQuery, options?: RequestOptions): ApiPromise<Verification> {
    return this.#transport.send({ method: "GET", path: path`/v1/audit/verify`, query, isWrite: false, options });
  }
}
