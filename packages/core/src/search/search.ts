import type * as z from "zod";
import { type Context, reads } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { type StoredDocument, toDocument } from "../documents/stored.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { storedFilters } from "./filters.ts";
import type { Hit, HitPage, SearchInput } from "./schema.ts";
import { makeSnippet, soughtIn } from "./snippet.ts";

interface StoredHit {
  readonly document: StoredDocument;
  readonly score: number;
  /** How far the search had gone when it met this one: 0 to 2 by words, 3 by the text. */
  readonly phase: number;
  readonly passage: number;
  readonly firstLine: number;
  /** Whether `text` is the document's whole content. */
  readonly isWhole: boolean;
  readonly text: string;
}

interface Found {
  /** The lexemes of the query. */
  readonly terms: readonly string[];
  readonly hits: readonly StoredHit[];
  readonly more: boolean;
}

const BY_TEXT = 3;

/**
 * Finds documents by words or by text, best first, in one round trip. What was written before is found, and what was deleted is not:
 * no index lags behind. Nothing is repeated within a walk while nothing changes.
 * @throws DomainError `not_found` when the key does not cover every container; `unavailable` while what a migration found is indexed.
 */
export async function search(context: Context, input: SearchInput): Promise<z.infer<typeof HitPage>> {
  const { query: text, mode, filters, fields, limit, cursor } = input;
  const tags = [...new Set(input.containerTags ?? [input.containerTag ?? ""])];
  const listing = JSON.stringify(["search", tags, text, mode, filters, fields]);
  const after = cursor === undefined ? null : positionAfter(await context.cursors.verify(listing, cursor));
  const answer = await context.run(
    reads(tags.length === 1 ? (tags[0] ?? null) : null),
    query<Found | { readonly outcome: "indexing" }>(sql`stela.search(${param.texts(tags)}, ${param.text(text)},
      ${param.integer(limit)}, ${param.text(mode)}, ${param.json(storedFilters(filters))}, ${param.json(after)},
      ${param.boolean(fields === "content")}, ${LIMITS.pageBytes}::bigint)`),
  );
  if ("outcome" in answer) {
    const detail = "The container is being indexed, which it is once. Try again.";
    throw new DomainError("unavailable", detail, { retryAfterSeconds: 1 });
  }
  const { terms, hits, more } = answer;
  const last = more ? hits.at(-1) : undefined;
  return {
    hits: hits.map((hit) => toHit(hit, hit.phase === BY_TEXT ? [] : terms, text)),
    nextCursor: last === undefined ? null : await context.cursors.sign(listing, positionOf(last)),
  };
}

function toHit(hit: StoredHit, terms: readonly string[], text: string): Hit {
  const snippet = makeSnippet(hit.text, hit.firstLine, soughtIn(text, terms));
  return { ...toDocument(hit.document), score: hit.score, snippet, ...(hit.isWhole ? {} : { passage: hit.passage }) };
}

function positionOf({ phase, score, document }: StoredHit): string[] {
  return phase === BY_TEXT
    ? [String(phase), document.containerTag, document.customId]
    : [String(phase), JSON.stringify(score), document.id];
}

function positionAfter([phase = "", second = "", third = ""]: readonly string[]) {
  return Number(phase) === BY_TEXT
    ? { phase: BY_TEXT, containerTag: second, customId: third }
    : { phase: Number(phase), score: Number(second), id: third };
}
