import type { ApiPromise } from "../api-promise.ts";
import type { ConditionalWriteOptions, RequestOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type { Diff, DiffQuery, Document, RestoreBody, Revision, RevisionList, RevisionListQuery } from "../types.ts";
import { type DocumentRef, pathOf } from "./document-ref.ts";

export class RevisionPage extends Page<Revision> {
  constructor(body: RevisionList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.revisions, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get revisions(): Revision[] {
    return this.data;
  }
}

/**
 * The history of documents: it belongs to the document's id, under all the names it had, and outlives it. A name means the document that
 * has it, else the one that was last deleted with it.
 */
export class Revisions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The newest first. Text is left out unless `fields: "content"` asks for it. @throws NotFoundError */
  list(
    document: DocumentRef,
    query?: RevisionListQuery,
    options?: RequestOptions,
  ): PagePromise<RevisionPage, Revision> {
    const call = {
      method: "GET",
      path: `${pathOf(document)}/revisions`,
      query,
      isWrite: false,
      options,
    } as const;
    return list<RevisionList, RevisionPage, Revision>(this.#transport, call, RevisionPage);
  }

  /** One version, whole. @throws NotFoundError when it never was, or is no longer kept. */
  get(document: DocumentRef, version: number, options?: RequestOptions): ApiPromise<Revision> {
    const path = `${pathOf(document)}/revisions/${version}`;
    return this.#transport.send({ method: "GET", path, isWrite: false, options });
  }

  /** How one version became another: by default the newest and the one before it, line by line. @throws NotFoundError */
  diff(document: DocumentRef, query?: DiffQuery, options?: RequestOptions): ApiPromise<Diff> {
    return this.#transport.send({ method: "GET", path: `${pathOf(document)}/diff`, query, isWrite: false, options });
  }

  /**
   * Makes an earlier version the next one: text, metadata, tags and all other fields. A deleted document comes back with its id, under
   * its own name or, with `customId`, another. @throws ConflictError when the name is taken, NotFoundError, VersionMismatchError
   */
  restore(document: DocumentRef, body: RestoreBody, options?: ConditionalWriteOptions): ApiPromise<Document> {
    return this.#transport.send({ method: "POST", path: `${pathOf(document)}/restore`, body, isWrite: true, options });
  }
}
