import type { FingerprintedFinding } from "../secrets/judged.ts";
import { type FreshFact, judgeFact, type KnownFact, type Verdict } from "./judge.ts";
import type { PreparedFact } from "./prepare.ts";
import { readerOf } from "./reading.ts";
import type { FactRules } from "./rules.ts";
import { rulesOf } from "./rules.ts";

/** What the judgement rests on. */
export interface Basis {
  /** Stands for all of it: while it is the same in the database, the plan holds. Null is a container that knows nothing alike. */
  readonly basis: string | null;
  readonly rules: FactRules | null;
  readonly policy: "block" | "redact" | "allow";
  readonly known: readonly KnownFact[];
}

export const NOTHING_KNOWN: Basis = { basis: null, rules: null, policy: "block", known: [] };

/** What is done for one fact, as `stela.remember_facts` reads it. */
export interface Step {
  readonly outcome: Verdict["outcome"];
  readonly reason: Verdict["reason"] | "secret";
  /** The id of the fact that a duplicate is one of. */
  readonly of: string | null;
  readonly operations: readonly object[];
  readonly newIds: readonly string[];
  readonly superseded: readonly { readonly id: string; readonly customId: string }[];
  /** What becomes of the secrets that were found in it. */
  readonly policy: Basis["policy"];
  readonly findings: readonly FingerprintedFinding[];
  /** The fact, where no operation holds it: the container's own rules may have to look at it all the same. */
  readonly unstored: FreshFact | null;
}

/** Judges facts in order, each by what is known and by those before it. */
export function planFacts(prepared: readonly PreparedFact[], basis: Basis, newId: () => string): Step[] {
  const rules = rulesOf(basis.rules);
  const read = readerOf(rules);
  const known = new Map(basis.known.map((fact) => [fact.customId, fact]));
  return prepared.map((each) => {
    const { sent, isBlocked } = each.under(basis.policy);
    const { findings } = each;
    if (isBlocked) return { ...NOTHING_DONE, outcome: "skipped", reason: "secret", policy: "block", findings };
    const judged = { policy: basis.policy, findings };
    const verdict = judgeFact(sent, [...known.values()], rules, read);
    const { outcome, reason } = verdict;
    if (outcome === "skipped") return { ...NOTHING_DONE, outcome, reason, ...judged, unstored: sent };
    if (outcome === "duplicate") {
      return { ...NOTHING_DONE, outcome, reason, of: verdict.of.id, ...judged, unstored: sent };
    }
    const { of, supersedes } = verdict;
    const id = of?.id ?? newId();
    known.set(sent.customId, toKnown(sent, id, of));
    for (const old of supersedes) known.set(old.customId, { ...old, status: "outdated" });
    const operations = [
      { op: "upsert", customId: sent.customId, content: sent.content, fields: { ...sent.fields, status: "active" } },
      // With its text, which it has already: a key that may only propose has nothing stored of the facts before.
      ...supersedes.map((old) => ({
        op: "upsert",
        customId: old.customId,
        content: old.content,
        fields: { status: "outdated", supersededBy: id },
      })),
    ];
    const newIds = [id, ...supersedes.map(({ id: oldId }) => oldId), newId()];
    const superseded = supersedes.map((old) => ({ id: old.id, customId: old.customId }));
    return { ...NOTHING_DONE, outcome, reason, operations, newIds, superseded, ...judged };
  });
}

const NOTHING_DONE = { of: null, operations: [], newIds: [], superseded: [], unstored: null };

function toKnown(fact: FreshFact, id: string, of: KnownFact | null): KnownFact {
  const { customId, key, category, content, importance, occurredAt } = fact;
  const tags = fact.tags ?? of?.tags ?? [];
  return { id, customId, key, category, content, importance, tags, status: "active", occurredAt };
}
