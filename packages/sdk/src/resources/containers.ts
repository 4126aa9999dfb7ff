import type { ApiPromise } from "../api-promise.ts";
import type { RequestOptions, WriteOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type { Container, ContainerList, ContainerListQuery, ContainerSettings } from "../types.ts";
import { path } from "../url.ts";

export class ContainerPage extends Page<Container> {
  constructor(body: ContainerList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.containers, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get containers(): Container[] {
    return this.data;
  }
}

/** Namespaces of documents. One comes to be with its first document. */
export class Containers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query?: ContainerListQuery, options?: RequestOptions): PagePromise<ContainerPage, Container> {
    const call = { method: "GET", path: path`/v1/containers`, query, isWrite: false, options } as const;
    return list<ContainerList, ContainerPage, Container>(this.#transport, call, ContainerPage);
  }

  /** @throws NotFoundError */
  get(containerTag: string, options?: RequestOptions): ApiPromise<Container> {
    return this.#transport.send({ method: "GET", path: path`/v1/containers/${containerTag}`, isWrite: false, options });
  }

  /** Changes the sent settings. @throws NotFoundError */
  update(containerTag: string, settings: ContainerSettings, options?: WriteOptions): ApiPromise<Container> {
    const call = { method: "PATCH", path: path`/v1/containers/${containerTag}`, isWrite: true, options } as const;
    return this.#transport.send({ ...call, body: settings });
  }
}
