import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

const SIGNS = { unchanged: " ", added: "+", removed: "−" } as const;
const SPOKEN = { unchanged: "", added: "added: ", removed: "removed: " } as const;

/** A line of a difference between two texts; a screen reader hears what its colour and sign say. */
export function DiffLine({ type, children }: { type: keyof typeof SIGNS; children: ReactNode }) {
  return (
    <div className={classNames("flex", type === "added" && "bg-added", type === "removed" && "bg-removed")}>
      <span aria-hidden="true" className="w-6 shrink-0 text-center text-muted select-none">
        {SIGNS[type]}
      </span>
      <span className="sr-only">{SPOKEN[type]}</span>
      <span dir="auto" className="min-h-[1.3rem] grow pr-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {children}
      </span>
    </div>
  );
}
