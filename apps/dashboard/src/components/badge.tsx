import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

const TONES = {
  plain: "bg-raised text-muted",
  good: "bg-accent-soft text-accent",
  bad: "bg-danger-soft text-danger",
  warn: "bg-warning-soft text-warning",
} as const;

/** A word that classifies: a status, an operation, a scope. */
export function Badge({ tone = "plain", children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span className={classNames("inline-flex items-center rounded px-1.5 py-px text-xs font-medium", TONES[tone])}>
      {children}
    </span>
  );
}
