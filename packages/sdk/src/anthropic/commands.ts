import { ConnectionError } from "../errors.ts";
import type { MemoryRunOptions } from "../resources/memory.ts";
import type { MemoryAnswer } from "../types.ts";
import { canonicalJson, idempotencyKey } from "./idempotency-key.ts";
import { type SentCommand, ShownVersions } from "./shown-versions.ts";
import { unavailable } from "./unavailable.ts";

/** What the commands need of a client. */
export interface MemoryClient {
  readonly memory: {
    run(containerTag: string, command: object, options?: MemoryRunOptions): PromiseLike<MemoryAnswer>;
  };
}

/** Where one command came from. */
export interface CommandOrigin {
  /** The `tool_use` block's id: running the same call again gets the first answer and changes nothing. */
  readonly toolUseId?: string | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** What goes back to the model. */
export interface ToolAnswer {
  readonly content: string;
  readonly isError: boolean;
}

/** Runs memory commands in one container, one after another in the order they were asked. Never rejects. */
export class MemoryCommands {
  readonly #client: MemoryClient;
  readonly #containerTag: string;
  readonly #options: MemoryRunOptions;
  readonly #shown = new ShownVersions();
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: MemoryClient, containerTag: string, options: MemoryRunOptions) {
    this.#client = client;
    this.#containerTag = containerTag;
    this.#options = options;
  }

  /** The input goes to the API as it is, known command or not: the API words every answer, refusals included. */
  run(input: unknown, origin: CommandOrigin = {}): Promise<ToolAnswer> {
    const answer = this.#last.then(() => this.#send(input, origin)).catch((error) => refusal(unavailable(error)));
    this.#last = answer;
    return answer;
  }

  async #send(input: unknown, { toolUseId, signal }: CommandOrigin): Promise<ToolAnswer> {
    const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
    const command = canonicalJson(isObject ? input : {}) as SentCommand;
    const key = toolUseId === undefined ? undefined : await idempotencyKey(toolUseId, this.#containerTag, command);
    const answer = await this.#client.memory.run(this.#containerTag, command, {
      ...this.#options,
      signal,
      ifMatch: this.#shown.expected(command, key),
      idempotencyKey: key,
    });
    const { content, isError, path, version } = answer;
    if (typeof content !== "string") throw unreadable(command);
    if (!isError) this.#shown.record(command, path, version);
    return { content, isError };
  }
}

/** An answer of something else than the memory endpoint: what became of a write is not known. */
function unreadable(command: SentCommand): ConnectionError {
  const error = new ConnectionError("The answer is not a memory answer");
  error.mayHaveApplied = command.command !== "view";
  return error;
}

function refusal(content: string): ToolAnswer {
  return { content, isError: true };
}
