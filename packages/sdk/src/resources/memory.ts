import type { ApiPromise } from "../api-promise.ts";
import type { WriteOptions } from "../options.ts";
import type { Transport } from "../transport.ts";
import type { MemoryAnswer } from "../types.ts";
import { path } from "../url.ts";

export interface MemoryRunOptions extends WriteOptions {
  /** Run it only if the file is at this version; otherwise the answer says that another writer changed it. */
  ifMatch?: number | undefined;
  /** What `create` does when the file exists, in place of the container's setting. */
  onExisting?: "refuse" | "overwrite" | undefined;
}

/** The memory tool, without a model. */
export class Memory {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Runs one command of Claude's memory tool, as the model sent it. A command that is refused is an answer with `isError`, not
   * an exception: its `content` is the text for the model.
   */
  run(containerTag: string, command: object, options: MemoryRunOptions = {}): ApiPromise<MemoryAnswer> {
    const { onExisting, ...rest } = options;
    return this.#transport.send({
      method: "POST",
      path: path`/v1/containers/${containerTag}/memory`,
      query: { onExisting },
      body: command,
      isWrite: !("command" in command && command.command === "view"),
      options: rest,
    });
  }
}
