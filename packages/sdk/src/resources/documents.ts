import type { ApiPromise } from "../api-promise.ts";
import type { ConditionalWriteOptions, RequestOptions, WriteOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type {
  BatchAnswer,
  BatchBody,
  Deleted,
  Document,
  DocumentFields,
  DocumentList,
  Edit,
  ListQuery,
  RenameBody,
  Renamed,
  TreeEntry,
  TreeList,
  TreeQuery,
  UpsertBody,
} from "../types.ts";
import { path } from "../url.ts";
import { type DocumentName, type DocumentRef, pathOf } from "./document-ref.ts";
import { Revisions } from "./revisions.ts";

export class DocumentPage extends Page<Document> {
  /** Every document that matches, on all pages, when the query asked for `total`. */
  readonly total: number | undefined;

  constructor(body: DocumentList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.documents, body.nextCursor, getPage);
    this.total = body.total;
  }

  /** The same as `data`. */
  get documents(): Document[] {
    return this.data;
  }
}

export class TreePage extends Page<TreeEntry> {
  constructor(body: TreeList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.entries, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get entries(): TreeEntry[] {
    return this.data;
  }
}

/** Texts, their names and versions. Every write is one transaction, visible to the next read. */
export class Documents {
  /** What documents were before, deleted ones too. */
  readonly revisions: Revisions;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.revisions = new Revisions(transport);
  }

  /** Creates a document or changes the sent fields of the one with this name; the others keep their value. */
  upsert(body: UpsertBody, options?: ConditionalWriteOptions): ApiPromise<Document> {
    return this.#transport.send({ method: "POST", path: path`/v1/documents`, body, isWrite: true, options });
  }

  /** The same as `upsert`, for a document with a name. */
  put(name: DocumentName, fields: DocumentFields, options?: ConditionalWriteOptions): ApiPromise<Document> {
    return this.#transport.send({ method: "PUT", path: pathOf(name), body: fields, isWrite: true, options });
  }

  /** Reads one document. With `ifNoneMatch`, null means that it still is at that version. @throws NotFoundError */
  get(document: DocumentRef, options: RequestOptions & { ifNoneMatch: number }): ApiPromise<Document | null>;
  get(document: DocumentRef, options?: RequestOptions): ApiPromise<Document>;
  get(document: DocumentRef, options?: RequestOptions & { ifNoneMatch?: number }): ApiPromise<Document | null> {
    return this.#transport.send({ method: "GET", path: pathOf(document), isWrite: false, options });
  }

  /** Changes the sent fields of a document that exists. @throws NotFoundError, VersionMismatchError */
  update(document: DocumentRef, fields: DocumentFields, options?: ConditionalWriteOptions): ApiPromise<Document> {
    return this.#transport.send({ method: "PATCH", path: pathOf(document), body: fields, isWrite: true, options });
  }

  /** @throws NotFoundError, VersionMismatchError */
  delete(document: DocumentRef, options?: ConditionalWriteOptions): ApiPromise<Deleted> {
    return this.#transport.send({ method: "DELETE", path: pathOf(document), isWrite: true, options });
  }

  /**
   * Edits the text where it is stored, so concurrent edits of other places are never lost. 1 to 100 edits, all or nothing.
   * @throws ConflictError when an edit does not fit the text: its `editIndex` and `reason` say which and why.
   */
  edit(document: DocumentRef, edits: readonly Edit[], options?: ConditionalWriteOptions): ApiPromise<Document> {
    const call = {
      method: "POST",
      path: `${pathOf(document)}/edits`,
      body: { edits },
      isWrite: true,
      options,
    } as const;
    return this.#transport.send(call);
  }

  /** A container's documents, by name unless `order` says otherwise. Text is left out unless `fields: "content"` asks for it. */
  list(containerTag: string, query?: ListQuery, options?: RequestOptions): PagePromise<DocumentPage, Document> {
    const call = {
      method: "GET",
      path: path`/v1/containers/${containerTag}/documents`,
      query,
      isWrite: false,
      options,
    } as const;
    return list<DocumentList, DocumentPage, Document>(this.#transport, call, DocumentPage);
  }

  /** Directories and files beneath a path, as the slashes in their names make them. */
  tree(containerTag: string, query?: TreeQuery, options?: RequestOptions): PagePromise<TreePage, TreeEntry> {
    const call = {
      method: "GET",
      path: path`/v1/containers/${containerTag}/tree`,
      query,
      isWrite: false,
      options,
    } as const;
    return list<TreeList, TreePage, TreeEntry>(this.#transport, call, TreePage);
  }

  /** Moves one document, or everything beneath a path. @throws ConflictError when the destination is taken, NotFoundError */
  rename(containerTag: string, body: RenameBody, options?: WriteOptions): ApiPromise<Renamed> {
    const call = {
      method: "POST",
      path: path`/v1/containers/${containerTag}/rename`,
      body,
      isWrite: true,
      mayTakeLong: true,
      options,
    } as const;
    return this.#transport.send(call);
  }

  /** 1 to 100 operations in one container, in order, all or nothing. */
  batch(body: BatchBody, options?: WriteOptions): ApiPromise<BatchAnswer> {
    return this.#transport.send({ method: "POST", path: path`/v1/batch`, body, isWrite: true, options });
  }
}
