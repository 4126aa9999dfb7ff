import type * as z from "zod";
import { type Context, reads } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query as readQuery } from "../db/statement.ts";
import { type FactRules, rulesOf } from "../facts/rules.ts";
import { LIMITS } from "../limits.ts";
import { type Candidate, chooseItems } from "./choose.ts";
import { cutTo, harmless } from "./harmless.ts";
import type { RecallBody, Recalled, RecalledItem } from "./schema.ts";
import { alwaysScoreOf, scoreOf } from "./score.ts";

/** As the database answers it: what is empty is null. */
interface StoredCandidate {
  readonly id: string;
  readonly customId: string;
  readonly version: number;
  readonly category: NonNullable<RecalledItem["category"]> | null;
  readonly key: string | null;
  readonly importance: number | null;
  readonly confidence: number | null;
  readonly date: string;
  readonly daysSinceAccess: number;
  readonly relevance: number;
  readonly isAlways: boolean;
  readonly content: string;
  /** The content begins or goes on outside of what was sent. */
  readonly isPassage: boolean;
}

interface Answer {
  readonly rules: FactRules | null;
  readonly candidates: readonly StoredCandidate[];
}

const DEFAULT_TOKENS = 2_000;
const SHARE_OF_WINDOW = 0.2;
/** Candidates of each kind that are weighed: many times what is recalled. */
const MOST_CANDIDATES = 200;

/**
 * Chooses what an agent should know for a query: preferences and what is known of the user always, other active facts and files by
 * relevance, importance and how lately they were used. That they were recalled is noted after the answer.
 */
export async function recall(context: Context, request: RecallBody): Promise<z.infer<typeof Recalled>> {
  const { containerTag, query, categories, topN, format } = request;
  const { rules, candidates } = await context.run(
    reads(containerTag),
    readQuery<Answer>(sql`stela.recall_candidates(${param.text(containerTag)}, ${param.text(query)},
      ${param.json(categories ?? null)}, ${param.integer(MOST_CANDIDATES)})`),
  );
  const limits = { topN, maxTokens: budgetOf(request), format };
  const choice = chooseItems(candidates.map(toCandidate), limits, rulesOf(rules));
  const ids = choice.items.map(({ id }) => id);
  context.afterwards(
    reads(containerTag),
    readQuery(sql`stela.note_recall(${param.text(containerTag)}, ${param.uuids(ids)})`),
  );
  return choice;
}

/** Estimated tokens that the text may have. */
export function budgetOf({ maxTokens, contextWindow }: Pick<RecallBody, "maxTokens" | "contextWindow">): number {
  const share = contextWindow === undefined ? Number.POSITIVE_INFINITY : Math.floor(contextWindow * SHARE_OF_WINDOW);
  return Math.min(maxTokens ?? (contextWindow === undefined ? DEFAULT_TOKENS : share), share);
}

function toCandidate(stored: StoredCandidate): Candidate {
  const { category, key, importance, confidence, relevance, isAlways, content, isPassage, daysSinceAccess, ...rest } =
    stored;
  const scored = { relevance, importance, daysSinceAccess };
  const { text, isCut } = cutTo(harmless(content), LIMITS.recalledCharacters);
  return {
    ...rest,
    ...(category === null ? {} : { category }),
    ...(key === null ? {} : { key }),
    ...(importance === null ? {} : { importance }),
    ...(confidence === null ? {} : { confidence }),
    text,
    isCut: isCut || isPassage,
    relevance,
    isAlways,
    score: isAlways ? alwaysScoreOf(scored) : scoreOf(scored),
  };
}
