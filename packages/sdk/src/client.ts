import type { ApiPromise } from "./api-promise.ts";
import type { ClientOptions, ExtractOptions, RequestOptions } from "./options.ts";
import type { PagePromise } from "./page.ts";
import { Audit } from "./resources/audit.ts";
import { Containers } from "./resources/containers.ts";
import { Documents } from "./resources/documents.ts";
import { Erasures } from "./resources/erasures.ts";
import { Facts } from "./resources/facts.ts";
import { Findings } from "./resources/findings.ts";
import { Keys } from "./resources/keys.ts";
import { Memory } from "./resources/memory.ts";
import { OrganizationResource } from "./resources/organization.ts";
import { Proposals } from "./resources/proposals.ts";
import { type HitPage, search } from "./resources/search.ts";
import { Tokens } from "./resources/tokens.ts";
import { UsageCounts } from "./resources/usage.ts";
import { Transport } from "./transport.ts";
import type { ExtractBody, Extraction, Health, Hit, RecallBody, Recalled, SearchQuery } from "./types.ts";

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
  readonly findings: Findings;
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
    this.findings = new Findings(this.#transport);
  }

  /**
   * Finds documents by words or by text, best first; `for await` over it goes through all of them.
   * @throws NotFoundError when the key does not cover every container.
   *
   * @example
   * const { hits } = await stela.search({ containerTag: "user:42", query: "window seat", limit: 5 });
   */
  search(body: SearchQuery, options?: RequestOptions): PagePromise<HitPage, Hit> {
    return search(this.#transport, body, options);
  }

  /**
   * Chooses what an agent should know for a query: preferences and what is known of the user always, other facts and files by
   * relevance, importance and how lately they were used. `text` is a block for the prompt, within `maxTokens` or 20 % of
   * `contextWindow`, whichever is less; `tokens` is an estimate.
   */
  recall(body: RecallBody, options?: RequestOptions): ApiPromise<Recalled> {
    return this.#transport.send({ method: "POST", path: "/v1/recall", body, isWrite: false, options });
  }

  /**
   * Lets Claude read a conversation, and remembers the facts that were said outright in it. What was recalled into it is cut out before.
   * It takes as long as the model does: `timeoutMs` is 90,000 by default.
   */
  extract(body: ExtractBody, options: ExtractOptions = {}): ApiPromise<Extraction> {
    const { anthropicApiKey: key, headers, timeoutMs = 90_000, ...rest } = options;
    const withKey = key === undefined ? headers : { ...headers, "anthropic-api-key": key };
    const call = { method: "POST", path: "/v1/extract", body, isWrite: true } as const;
    return this.#transport.send({ ...call, options: { ...rest, headers: withKey, timeoutMs } });
  }

  /** Whether the API and its database answer. */
  health(options?: RequestOptions): ApiPromise<Health> {
    return this.#transport.send({ method: "GET", path: "/healthz", isWrite: false, options });
  }
}
