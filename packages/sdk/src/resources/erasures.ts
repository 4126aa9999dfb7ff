import type { ApiPromise } from "../api-promise.ts";
import type { RequestOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type { Erasure, ErasureList, ErasureListQuery } from "../types.ts";
import { path } from "../url.ts";

export class ErasurePage extends Page<Erasure> {
  constructor(body: ErasureList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.erasures, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get erasures(): Erasure[] {
    return this.data;
  }
}

/** The receipts of what was erased. */
export class Erasures {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The newest first. */
  list(query?: ErasureListQuery, options?: RequestOptions): PagePromise<ErasurePage, Erasure> {
    const call = { method: "GET", path: path`/v1/erasures`, query, isWrite: false, options } as const;
    return list<ErasureList, ErasurePage, Erasure>(this.#transport, call, ErasurePage);
  }

  /** The receipt, and what is left of what it erased, counted again now: `isClean` says that nothing is. @throws NotFoundError */
  get(id: string, options?: RequestOptions): ApiPromise<Erasure> {
    return this.#transport.send({ method: "GET", path: path`/v1/erasures/${id}`, isWrite: false, options });
  }
}
