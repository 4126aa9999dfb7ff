import type { ApiPromise } from "../api-promise.ts";
import type { RequestOptions, WriteOptions } from "../options.ts";
import type { Transport } from "../transport.ts";
import type { Organization, OrganizationSettings } from "../types.ts";
import { path } from "../url.ts";

/** The organization of this client's key, which needs the scope `admin` and every container. */
export class OrganizationResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** How much it holds, and how much it may. */
  get(options?: RequestOptions): ApiPromise<Organization> {
    return this.#transport.send({ method: "GET", path: path`/v1/organization`, isWrite: false, options });
  }

  /** Changes the sent settings; a quota of null is none. */
  update(settings: OrganizationSettings, options?: WriteOptions): ApiPromise<Organization> {
    const call = { method: "PATCH", path: path`/v1/organization`, isWrite: true, options } as const;
    return this.#transport.send({ ...call, body: settings });
  }
}
