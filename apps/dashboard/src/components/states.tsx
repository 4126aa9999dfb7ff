import { Link } from "@tanstack/react-router";
import { CloudOff, Lock, SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { failureOf } from "../lib/failure.ts";
import { Button } from "./button.tsx";

/** Nothing is here: says why, and what to do. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      <p className="text-base font-medium">{title}</p>
      {children !== undefined && <div className="max-w-prose text-muted">{children}</div>}
      {action}
    </div>
  );
}

const ICONS = { missing: SearchX, forbidden: Lock, offline: CloudOff } as const;
const TITLES = {
  "signed-out": "Your session has ended",
  forbidden: "You may not see this",
  missing: "This is not there",
  conflict: "Somebody else was faster",
  offline: "No connection",
  refused: "That was not possible",
  unavailable: "Stela does not answer just now",
} as const;

/** What went wrong, with a way on. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { kind, message, requestId } = failureOf(error);
  const Icon = kind in ICONS ? ICONS[kind as keyof typeof ICONS] : TriangleAlert;
  return (
    <div role="alert" className="flex flex-col items-center gap-2 rounded-lg border border-line px-6 py-12 text-center">
      <Icon className="size-6 text-muted" aria-hidden="true" />
      <p className="text-base font-medium">{TITLES[kind]}</p>
      <p className="max-w-prose text-muted">{message}</p>
      {kind === "signed-out" ? (
        <Link
          to="/sign-in"
          search={{ from: location.pathname + location.search }}
          className="font-medium text-accent underline"
        >
          Sign in again
        </Link>
      ) : (
        onRetry !== undefined && kind !== "forbidden" && <Button onClick={onRetry}>Try again</Button>
      )}
      {requestId !== undefined && <p className="font-mono text-xs text-muted">Request {requestId}</p>}
    </div>
  );
}

/** Lines where text will be. */
export function Loading({ lines = 6, label = "Loading" }: { lines?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="flex animate-pulse flex-col gap-3 py-2">
      {Array.from({ length: lines }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
          key={index}
          className={classNames("h-4 rounded bg-raised", ["w-11/12", "w-4/5", "w-2/3"][index % 3])}
        />
      ))}
    </div>
  );
}
