import type { ApiPromise } from "../api-promise.ts";
import type { RequestOptions, WriteOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type {
  ApproveBody,
  Decisions,
  Proposal,
  ProposalList,
  ProposalListQuery,
  ProposalWithPresent,
} from "../types.ts";
import { path } from "../url.ts";

export class ProposalPage extends Page<Proposal> {
  constructor(body: ProposalList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.proposals, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get proposals(): Proposal[] {
    return this.data;
  }
}

/** Writes of keys that may only propose. Deciding one needs a key that may write. */
export class Proposals {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The oldest first, without their texts. */
  list(query?: ProposalListQuery, options?: RequestOptions): PagePromise<ProposalPage, Proposal> {
    const call = { method: "GET", path: path`/v1/proposals`, query, isWrite: false, options } as const;
    return list<ProposalList, ProposalPage, Proposal>(this.#transport, call, ProposalPage);
  }

  /** A proposal, and the document as it is now. @throws NotFoundError */
  get(id: string, options?: RequestOptions): ApiPromise<ProposalWithPresent> {
    return this.#transport.send({ method: "GET", path: path`/v1/proposals/${id}`, isWrite: false, options });
  }

  /**
   * Makes the write, as proposed or, with `operation`, corrected.
   * @throws ConflictError with the reason `moved_on` when the document has changed since, unless `force` is set or it is an edit that
   * still applies; `decided` when somebody was faster.
   */
  approve(id: string, body: ApproveBody = {}, options?: WriteOptions): ApiPromise<Proposal> {
    return this.#decide(path`/v1/proposals/${id}/approve`, body, options);
  }

  /** Nothing is written. @throws ConflictError when it is decided already. */
  reject(id: string, reason?: string, options?: WriteOptions): ApiPromise<Proposal> {
    return this.#decide(path`/v1/proposals/${id}/reject`, { reason }, options);
  }

  /** Up to 100, each by itself: `results` says in the same order what became of each. */
  approveMany(ids: readonly string[], options?: WriteOptions): ApiPromise<Decisions> {
    return this.#decide(path`/v1/proposals/approve`, { ids }, options);
  }

  rejectMany(ids: readonly string[], reason?: string, options?: WriteOptions): ApiPromise<Decisions> {
    return this.#decide(path`/v1/proposals/reject`, { ids, reason }, options);
  }

  #decide<Data>(to: string, body: object, options: WriteOptions | undefined): ApiPromise<Data> {
    return this.#transport.send({ method: "POST", path: to, body, isWrite: true, options });
  }
}
