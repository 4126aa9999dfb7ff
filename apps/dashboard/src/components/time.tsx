import { absoluteTime, relativeTime } from "../lib/format.ts";

/** How long ago, with the exact time where one points. */
export function Time({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={absoluteTime(at)} className={className}>
      {relativeTime(at, Date.now())}
    </time>
  );
}
