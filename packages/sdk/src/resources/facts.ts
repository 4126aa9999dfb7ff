import type { ApiPromise } from "../api-promise.ts";
import type { RequestOptions, WriteOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type { Document, FactList, FactListQuery, FactsBody, Remembered } from "../types.ts";
import { path } from "../url.ts";

export class FactPage extends Page<Document> {
  constructor(body: FactList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.facts, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get facts(): Document[] {
    return this.data;
  }
}

/** What is known of a user or a project, one statement each. A fact is a document named `fact:<key>`. */
export class Facts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Remembers up to 100 facts in order, in one transaction. Each result says what became of its fact: what is known already is not stored
   * twice, and what says that something changed takes the place of what was known. A fact that looks like it contains a secret is
   * `skipped`, the others are remembered. With a key that may only propose, facts are `proposed` and no error is thrown.
   */
  remember(body: FactsBody, options?: WriteOptions): ApiPromise<Remembered> {
    return this.#transport.send({ method: "POST", path: path`/v1/facts`, body, isWrite: true, options });
  }

  /** Facts with their text, of every status unless one is asked for. */
  list(containerTag: string, query?: FactListQuery, options?: RequestOptions): PagePromise<FactPage, Document> {
    const call = {
      method: "GET",
      path: path`/v1/containers/${containerTag}/facts`,
      query,
      isWrite: false,
      options,
    } as const;
    return list<FactList, FactPage, Document>(this.#transport, call, FactPage);
  }
}
