import { type ReactNode, useEffect } from "react";
import { classNames } from "../lib/class-names.ts";

interface PageProps {
  title: string;
  /** Beneath the title, in a line. */
  lead?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Of a width to read text in, not the whole screen. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** A page's frame: its title, also in the browser's tab, and what it holds. */
export function Page({ title, lead, actions, isNarrow = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Stela`;
  }, [title]);
  return (
    <div
      className={classNames(
        "mx-auto flex w-full flex-col gap-5 px-4 py-5 sm:px-6",
        isNarrow ? "max-w-3xl" : "max-w-7xl",
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">{title}</h1>
          {lead !== undefined && <div className="text-muted">{lead}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A titled part of a page. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A box with a line around it. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames("rounded-lg border border-line bg-surface", className)}>{children}</div>;
}
