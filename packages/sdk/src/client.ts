import type { ApiPromise } from "./api-promise.ts";
import type { ClientOptions, RequestOptions } from "./options.ts";
import { Audit } from "./resources/audit.ts";
import { Containers } from "./resources/containers.ts";
import { Documents } from "./resources/documents.ts";
import { Erasures } from "./resources/erasures.ts";
import { Facts } from "./resources/facts.ts";
import { Keys } from "./resources/keys.ts";
import { Memory } from "./resources/memory.ts";
import { OrganizationResource } from "./resources/organization.ts";
import { Proposals } from "./resources/proposals.ts";
import { Tokens } from "./resources/tokens.ts";
import { UsageCounts } from "./resources/usage.ts";
import { Transport } from "./transport.ts";
import type { Health, RecallBody, Recalled } from "./types.ts";

/**
 * A client of the Stela API. It holds no connection and no state but its options: make one and share it.
 *
 * Calls are retried after network errors, timeouts, 408, 429, 500, 502, 503 and 504, obeying `Retry-After`; every write carries
 * an idempotency key that its retries keep, so it is applied once. What is thrown is a `StelaError`.
 *
 * @example
 * const stela = new Stela({ apiKey, baseUrl: "https://memory.example.com" });
 * await stela.documents.put({ containerTag: "user:42", customId: "/memories/notes.md" }, { content: "Likes tea.\n" });
 * for await (const document of stela.documents.list("user:42")) console.log(document.customId, document.version);
 */
export class Stela {
  readonly documents: Documents;
  readonly containers: Containers;
  readonly memory: Memory;
  readonly facts: Facts;
  readonly erasures: Erasures;
  readonly keys: Keys;
  readonly tokens: Tokens;
  readonly usage: UsageCounts;
  readonly organization: OrganizationResource;
  readonly proposals: Proposals;
  readonly audit: Audit;
  readonly #transport: Transport;

  /** @throws StelaError when there is no key or address, or an option cannot be used. */
  constructor(options: ClientOptions = {}) {
    this.#transport = new Transport(options);
    this.documents = new Documents(this.#transport);
    this.containers = new Containers(this.#transport);
    this.memory = new Memory(this.#transport);
    this.facts = new Facts(this.#transport);
    this.erasures = new Erasures(this.#transport);
    this.keys = new Keys(this.#transport);
    this.tokens = new Tokens(this.#transport);
    this.usage = new UsageCounts(this.#transport);
    this.organization = new OrganizationResource(this.#transport);
    this.proposals = new Proposals(this.#transport);
    this.audit = new Audit(this.#transport);
  }

  /**
   * Chooses what an agent should know for a query: preferences and what is known of the user always, other facts and files by
   * relevance, importance and how lately they were used. `text` is a block for the prompt, within `maxTokens` or 20 % of
   * `contextWindow`, whichever is less; `tokens` is an estimate.
   */
  recall(body: RecallBody, options?: RequestOptions): ApiPromise<Recalled> {
    return this.#transport.send({ method: "POST", path: "/v1/recall", body, isWrite: false, options });
  }

  /** Whether the API and its database answer. */
  health(options?: RequestOptions): ApiPromise<Health> {
    return this.#transport.send({ method: "GET", path: "/healthz", isWrite: false, options });
  }
}
