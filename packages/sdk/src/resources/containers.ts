import type { ApiPromise } from "../api-promise.ts";
import type { RequestOptions, WriteOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type {
  Container,
  ContainerList,
  ContainerListQuery,
  ContainerSettings,
  ErasePlan,
  EraseTarget,
  Erasure,
  Snapshot,
  SnapshotQuery,
  UndoBody,
  Undone,
} from "../types.ts";
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

  /**
   * Puts back what a session changed, in one transaction; what others have changed since is reported and left. The undo is written under
   * a session of its own, which the answer names: undo that to undo the undo.
   */
  undo(containerTag: string, body: UndoBody, options?: WriteOptions): ApiPromise<Undone> {
    const call = {
      method: "POST",
      path: path`/v1/containers/${containerTag}/undo`,
      isWrite: true,
      mayTakeLong: true,
      options,
    } as const;
    return this.#transport.send({ ...call, body });
  }

  /** Outlines a container for a prompt: its tree, pinned files and latest changes, within `maxTokens`, 2,000 by default. */
  snapshot(containerTag: string, query?: SnapshotQuery, options?: RequestOptions): ApiPromise<Snapshot> {
    const call = {
      method: "GET",
      path: path`/v1/containers/${containerTag}/snapshot`,
      isWrite: false,
      options,
    } as const;
    return this.#transport.send({ ...call, query });
  }

  /** Erases for good, history and all, and gives back the receipt. With `dryRun` it only tells what would go. */
  erase(containerTag: string, target: EraseTarget & { dryRun: true }, options?: WriteOptions): ApiPromise<ErasePlan>;
  erase(containerTag: string, target: EraseTarget & { dryRun?: false }, options?: WriteOptions): ApiPromise<Erasure>;
  erase(
    containerTag: string,
    target: EraseTarget & { dryRun?: boolean },
    options?: WriteOptions,
  ): ApiPromise<Erasure | ErasePlan> {
    const call = {
      method: "POST",
      path: path`/v1/containers/${containerTag}/erase`,
      isWrite: true,
      mayTakeLong: true,
      options,
    } as const;
    return this.#transport.send({ ...call, body: target });
  }

  /** Erases all of a container for good, its settings too. With `dryRun` it only tells what would go. @throws NotFoundError */
  delete(containerTag: string, options: WriteOptions & { dryRun: true }): ApiPromise<ErasePlan>;
  delete(containerTag: string, options?: WriteOptions & { dryRun?: false }): ApiPromise<Erasure>;
  delete(
    containerTag: string,
    { dryRun, ...options }: WriteOptions & { dryRun?: boolean } = {},
  ): ApiPromise<Erasure | ErasePlan> {
    const call = { method: "DELETE", path: path`/v1/containers/${containerTag}`, isWrite: true, options } as const;
    return this.#transport.send({ ...call, query: { dryRun }, mayTakeLong: true });
  }
}
