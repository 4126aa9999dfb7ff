/** How much a text counts for having been used lately: by days since the last access. */
export function recencyOf(daysSinceAccess: number): number {
  if (daysSinceAccess <= 7) return 5;
  if (daysSinceAccess <= 30) return 3;
  return daysSinceAccess <= 90 ? 2 : 1;
}

/** Of what has no importance of its own: a file. */
const USUAL_IMPORTANCE = 3;

export interface Scored {
  /** To the query, from 0 to 1. */
  readonly relevance: number;
  readonly importance: number | null;
  readonly daysSinceAccess: number;
}

/** `relevance · (0.7 · importance + 0.3 · recency)`: from 0 to 5. */
export function scoreOf({ relevance, importance, daysSinceAccess }: Scored): number {
  return relevance * (0.7 * (importance ?? USUAL_IMPORTANCE) + 0.3 * recencyOf(daysSinceAccess));
}

/** What is always recalled counts as half relevant to whatever is asked. */
export function alwaysScoreOf(scored: Scored): number {
  return scoreOf({ ...scored, relevance: 0.5 + scored.relevance / 2 });
}
