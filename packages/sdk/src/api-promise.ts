/** An answer with what came around it. */
export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  /** The document's version, from the `ETag`. */
  readonly version: number | undefined;
  /** This is the stored answer of an earlier request with the same idempotency key: nothing was applied this time. */
  readonly isReplayed: boolean;
}

/** A call that is under way: await it for the data, or `withResponse()` for the data with status and headers. */
export class ApiPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = "ApiPromise";
  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    this.#answer = answer;
  }

  withResponse(): Promise<Answer<Data>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<Result = Data, Failure = never>(
    onFulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Failure = never>(
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Data | Failure> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onFinally);
  }
}
