import { applyEdits, type SentEdit } from "../documents/apply-edits.ts";
import type { ContainerRules } from "./container-rules.ts";
import { redactSecrets } from "./redact.ts";
import type { Finding } from "./scan.ts";
import { type FoundSecret, foundIn } from "./screen.ts";
import type { Screening } from "./screening.ts";

/** How a statement says that the result of an edit has to be scanned before it may be applied. */
export interface Judge {
  readonly outcome: "judge";
  readonly version: number;
  /** Stands for the text around the edit: while that stays, the judgement holds. */
  readonly risk: string;
  readonly before: string;
  /** The container's own rules, if it has any. */
  readonly rules: ContainerRules | null;
}

/** What an edit of one version of a text would bring in. */
export interface Judgement {
  readonly judge: Judge;
  readonly version: number;
  readonly risk: string;
  readonly before: string;
  readonly found: readonly FoundSecret[];
  /** The result with what was found redacted. */
  readonly redacted: string;
}

/** Judges an edit by its result: what the text held before is not held against it. */
export function judgeEdit(judge: Judge, edits: readonly SentEdit[], screening: Screening): Judgement {
  const { version, risk, before } = judge;
  const after = applyEdits(before, edits) ?? before;
  const findings = newFindings(before, after, screening);
  const found = findings.map((finding) => foundIn(after, finding, "content"));
  return { judge, version, risk, before, found, redacted: redactSecrets(after, findings) };
}

function newFindings(before: string, after: string, screening: Screening): Finding[] {
  const known = new Map<string, number>();
  const identity = (text: string, { rule, start, end }: Finding) => `${rule}\n${text.slice(start, end)}`;
  for (const finding of screening.scan(before)) {
    const key = identity(before, finding);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  return screening.scan(after).filter((finding) => {
    const key = identity(after, finding);
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    return left === 0;
  });
}
