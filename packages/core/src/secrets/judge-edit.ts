import { applyEdits, type SentEdit } from "../documents/apply-edits.ts";

import { redactSecrets } from "./redact.ts";
import { type Finding, scanForSecrets } from "./scan.ts";
import type { SentFinding } from "./screen.ts";

/** How a statement says that the result of an edit has to be scanned before it may be applied. */
export interface Judge {
  readonly outcome: "judge";
  readonly version: number;
  /** Stands for the text around the edit: while that stays, the judgement holds. */
  readonly risk: string;
  readonly before: string;
}

/** What an edit of one version of a text would bring in. */
export interface Judgement {
  readonly version: number;
  readonly risk: string;
  readonly before: string;
  readonly findings: readonly SentFinding[];
  /** The result with what was found redacted. */
  readonly redacted: string;
}

/** Judges an edit by its result: what the text held before is not held against it. */
export function judgeEdit({ version, risk, before }: Judge, edits: readonly SentEdit[]): Judgement {
  const after = applyEdits(before, edits) ?? before;
  const found = newFindings(before, after);
  const findings = found.map(({ rule, name, line }) => ({ path: "content", rule, name, line }));
  return { version, risk, before, findings, redacted: redactSecrets(after, found) };
}

function newFindings(before: string, after: string): Finding[] {
  const known = new Map<string, number>();
  const identity = (text: string, { rule, start, end }: Finding) => `${rule}\n${text.slice(start, end)}`;
  for (const finding of scanForSecrets(before)) {
    const key = identity(before, finding);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  return scanForSecrets(after).filter((finding) => {
    const key = identity(after, finding);
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    return left === 0;
  });
}
