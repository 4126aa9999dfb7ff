import type { ApiPromise } from "../api-promise.ts";
import type { RequestOptions, WriteOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type {
  FalsePositiveBody,
  Finding,
  FindingCount,
  FindingList,
  FindingQuery,
  FindingSummary,
  FindingSummaryQuery,
} from "../types.ts";
import { path } from "../url.ts";

export class FindingPage extends Page<Finding> {
  constructor(body: FindingList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.findings, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get findings(): Finding[] {
    return this.data;
  }
}

export class FindingSummaryPage extends Page<FindingCount> {
  constructor(body: FindingSummary, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.counts, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get counts(): FindingCount[] {
    return this.data;
  }
}

/** What looked like a secret in what was written: where it stood and what became of it, never the text. Kept for 90 days. */
export class Findings {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The newest first, of the containers that the key covers. Needs `history:read`. */
  list(query?: FindingQuery, options?: RequestOptions): PagePromise<FindingPage, Finding> {
    const call = { method: "GET", path: path`/v1/findings`, query, isWrite: false, options } as const;
    return list<FindingList, FindingPage, Finding>(this.#transport, call, FindingPage);
  }

  /** How many there are of each rule in each container, with the same filters. Needs `history:read`. */
  summary(query?: FindingSummaryQuery, options?: RequestOptions): PagePromise<FindingSummaryPage, FindingCount> {
    const call = { method: "GET", path: path`/v1/findings/summary`, query, isWrite: false, options } as const;
    return list<FindingSummary, FindingSummaryPage, FindingCount>(this.#transport, call, FindingSummaryPage);
  }

  /**
   * Says that it was no secret: the very text that was found passes from now on, in its container or, with `appliesTo`, in all of them.
   * One that is marked already stays as it is. Needs `admin`. @throws NotFoundError
   */
  markFalsePositive(id: string, body: FalsePositiveBody = {}, options?: WriteOptions): ApiPromise<Finding> {
    const to = path`/v1/findings/${id}/false-positive`;
    return this.#transport.send({ method: "POST", path: to, body, isWrite: true, options });
  }

  /** Takes back every mark that lets its text pass in its container. Needs `admin`. @throws NotFoundError */
  unmarkFalsePositive(id: string, options?: WriteOptions): ApiPromise<Finding> {
    const to = path`/v1/findings/${id}/false-positive`;
    return this.#transport.send({ method: "DELETE", path: to, isWrite: true, options });
  }
}
