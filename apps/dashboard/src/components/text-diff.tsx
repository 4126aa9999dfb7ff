import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import { classNames } from "../lib/class-names.ts";
import { count } from "../lib/format.ts";
import { compareTexts, type DiffRow } from "./compare-texts.ts";
import { DiffLine } from "./diff-line.tsx";

const ROW_HEIGHT = 21;

interface TextDiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const CHANGED = { unchanged: "", added: "bg-added-strong", removed: "bg-removed-strong" } as const;

/** What becomes of a text: its lines, and in lines that were rewritten the words. Lays out only what is seen. Load it lazily: it holds jsdiff. */
export default function TextDiff({ label, before, after }: TextDiffProps) {
  const { rows, linesAdded, linesRemoved, isCoarse } = useMemo(() => compareTexts(before, after), [before, after]);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 30,
  });
  if (rows.length === 0) return <p className="text-muted">The text stays the same.</p>;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-muted">
        {count(linesAdded, "line")} added, {count(linesRemoved, "line")} removed
        {endsInNewline(before) !== endsInNewline(after) &&
          `, and the newline at the end ${endsInNewline(after) ? "added" : "removed"}`}
        {isCoarse && ". The texts differ so much that they are shown as replaced whole"}
      </p>
      <section
        ref={scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        className="max-h-[55dvh] overflow-auto rounded-lg border border-line bg-surface font-mono text-[0.85rem]"
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row row={rows[index] as DiffRow} />
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

/** As far as it would be seen: a text that is not there lacks none. */
function endsInNewline(text: string): boolean {
  return text === "" || text.endsWith("\n");
}

function Row({ row }: { row: DiffRow }) {
  if (row.type === "gap") {
    return <p className="border-y border-line bg-raised px-3 py-0.5 text-xs text-muted">from line {row.line}</p>;
  }
  return (
    <DiffLine type={row.type}>
      {row.parts.map(({ text, isChanged }, index) =>
        isChanged ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a diff have no other name, and never move
          <mark key={index} className={classNames("rounded-sm text-ink", CHANGED[row.type])}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </DiffLine>
  );
}
