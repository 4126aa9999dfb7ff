import type { RequestOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type { UsageList, UsageQuery, UsageRow } from "../types.ts";
import { path } from "../url.ts";

export class UsagePage extends Page<UsageRow> {
  /** The first day that was counted, in UTC. */
  readonly from: string;
  /** The last day that was counted. */
  readonly to: string;

  constructor(body: UsageList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.rows, body.nextCursor, getPage);
    this.from = body.from;
    this.to = body.to;
  }

  /** The same as `data`. */
  get rows(): UsageRow[] {
    return this.data;
  }
}

/** What was written. It needs the scope `admin`, and counts the containers that this client's key covers. */
export class UsageCounts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Writes, deletes, bytes and documents by day, container or key: of the last 30 days, or of the days asked for, at most 92. */
  list(query?: UsageQuery, options?: RequestOptions): PagePromise<UsagePage, UsageRow> {
    const call = { method: "GET", path: path`/v1/usage`, query, isWrite: false, options } as const;
    return list<UsageList, UsagePage, UsageRow>(this.#transport, call, UsagePage);
  }
}
