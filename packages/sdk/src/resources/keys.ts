import type { ApiPromise } from "../api-promise.ts";
import type { RequestOptions, WriteOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type { ApiKey, ApiKeyList, CreatedKey, KeyListQuery, NewKey, RotateBody } from "../types.ts";
import { path } from "../url.ts";

export class KeyPage extends Page<ApiKey> {
  constructor(body: ApiKeyList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.keys, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get keys(): ApiKey[] {
    return this.data;
  }
}

/**
 * API keys: those of the containers that this client's key covers. It needs the scope `keys`, and gives no more than it has.
 *
 * @example
 * const { key } = await stela.keys.create({ name: "user 42", scopes: ["documents:read", "documents:write"], containers: ["user:42"] });
 */
export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Makes a key. Its text, `key`, is in this answer alone: keep it now. A retry of this call gets the same key.
   * @throws PermissionDeniedError for a scope that this client's key lacks, NotFoundError for a container that it does not cover
   */
  create(body: NewKey, options?: WriteOptions): ApiPromise<CreatedKey> {
    return this.#transport.send({ method: "POST", path: path`/v1/keys`, body, isWrite: true, options });
  }

  /** The newest first, those that are revoked or expired too. */
  list(query?: KeyListQuery, options?: RequestOptions): PagePromise<KeyPage, ApiKey> {
    const call = { method: "GET", path: path`/v1/keys`, query, isWrite: false, options } as const;
    return list<ApiKeyList, KeyPage, ApiKey>(this.#transport, call, KeyPage);
  }

  /** @throws NotFoundError */
  get(id: string, options?: RequestOptions): ApiPromise<ApiKey> {
    return this.#transport.send({ method: "GET", path: path`/v1/keys/${id}`, isWrite: false, options });
  }

  /** Revokes a key and its tokens, from the next request on. @throws NotFoundError, ConflictError for the last key that makes keys */
  revoke(id: string, options?: WriteOptions): ApiPromise<ApiKey> {
    return this.#transport.send({ method: "DELETE", path: path`/v1/keys/${id}`, isWrite: true, options });
  }

  /**
   * Makes a key in the place of another, which works on for `overlapSeconds`: a day, unless said otherwise.
   * @throws NotFoundError, ConflictError when it is revoked, expired or replaced already
   */
  rotate(id: string, body: RotateBody = {}, options?: WriteOptions): ApiPromise<CreatedKey> {
    return this.#transport.send({ method: "POST", path: path`/v1/keys/${id}/rotate`, body, isWrite: true, options });
  }
}
