import type { RequestOptions } from "../options.ts";
import { list, Page, type PagePromise } from "../page.ts";
import type { Transport } from "../transport.ts";
import type { Hit, HitList, SearchQuery } from "../types.ts";
import { path } from "../url.ts";

export class HitPage extends Page<Hit> {
  constructor(body: HitList, getPage: (cursor: string) => PromiseLike<unknown>) {
    super(body.hits, body.nextCursor, getPage);
  }

  /** The same as `data`. */
  get hits(): Hit[] {
    return this.data;
  }
}

export function search(
  transport: Transport,
  body: SearchQuery,
  options: RequestOptions | undefined,
): PagePromise<HitPage, Hit> {
  const call = { method: "POST", path: path`/v1/search`, body, isWrite: false, options } as const;
  return list<HitList, HitPage, Hit>(transport, call, HitPage);
}
