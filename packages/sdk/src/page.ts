import { ApiPromise } from "./api-promise.ts";
import { StelaError } from "./errors.ts";
import type { Call, Transport } from "./transport.ts";

type GetPage = (cursor: string) => PromiseLike<unknown>;

/** One page of a listing. `for await` over it goes through the items of this page and of all that follow. */
export abstract class Page<Item> implements AsyncIterable<Item> {
  /** The items of this page. */
  readonly data: Item[];
  /** Where the next page starts; null on the last one. */
  readonly nextCursor: string | null;
  readonly #getPage: GetPage;

  constructor(data: Item[], nextCursor: string | null, getPage: GetPage) {
    this.data = data;
    this.nextCursor = nextCursor;
    this.#getPage = getPage;
  }

  hasNextPage(): boolean {
    return this.nextCursor !== null;
  }

  /** With the same filters and options. @throws StelaError when this is the last page. */
  async getNextPage(): Promise<this> {
    if (this.nextCursor === null) throw new StelaError("There is no next page: ask hasNextPage() first");
    return (await this.#getPage(this.nextCursor)) as this;
  }

  /** This page and all that follow, each fetched when it is asked for. */
  async *pages(): AsyncGenerator<this, void, undefined> {
    for (let page: this = this; ; page = await page.getNextPage()) {
      yield page;
      if (!page.hasNextPage()) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}

/** A page that is under way: await it for the page, or `for await` over it for every item of every page. */
export class PagePromise<APage extends Page<Item>, Item> extends ApiPromise<APage> implements AsyncIterable<Item> {
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this;
  }
}

type PageClass<Body, APage> = new (body: Body, getPage: GetPage) => APage;

/** Starts a listing at the cursor of its query, or of its body where it has one, or at its beginning. */
export function list<Body, APage extends Page<Item>, Item>(
  transport: Transport,
  call: Call & { readonly body?: object },
  ThePage: PageClass<Body, APage>,
): PagePromise<APage, Item> {
  const getPage: GetPage = (cursor) => {
    const place = call.body === undefined ? { query: { ...call.query, cursor } } : { body: { ...call.body, cursor } };
    return list(transport, { ...call, ...place }, ThePage);
  };
  const answer = transport.send<Body>(call).withResponse();
  return new PagePromise(answer.then((body) => ({ ...body, data: new ThePage(body.data, getPage) })));
}
