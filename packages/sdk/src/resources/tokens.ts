import type { ApiPromise } from "../api-promise.ts";
import type { WriteOptions } from "../options.ts";
import type { Transport } from "../transport.ts";
import type { NewToken, Token } from "../types.ts";
import { path } from "../url.ts";

/** Short-lived credentials made from a key, for people, browsers and sandboxes. One is taken wherever a key is, `apiKey` included. */
export class Tokens {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Makes a token that lives for at most an hour and ends with its key. With an `actor`, history says `person:<id>`.
   * @throws PermissionDeniedError for a scope that this client's key lacks, NotFoundError for a container that it does not cover
   */
  create(body: NewToken, options?: WriteOptions): ApiPromise<Token> {
    return this.#transport.send({ method: "POST", path: path`/v1/tokens`, body, isWrite: true, options });
  }
}
