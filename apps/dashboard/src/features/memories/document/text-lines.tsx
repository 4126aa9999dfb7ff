import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";

const LINE_HEIGHT = 21;
/** A longer line is shown in parts, so that none is too much to lay out. Characters. */
const MOST_IN_A_ROW = 2_000;

/** A text of any length with its line numbers, of which only what is seen is laid out. */
export function TextLines({ text, label }: { text: string; label: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(text), [text]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 30,
  });
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      className="max-h-[65dvh] min-h-32 overflow-auto rounded-lg border border-line bg-surface font-mono text-[0.85rem]"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="absolute top-0 left-0 flex w-full"
              style={{ transform: `translateY(${start}px)` }}
            >
              <span
                aria-hidden="true"
                className="w-14 shrink-0 border-r border-line pr-2 text-right text-muted select-none"
              >
                {row?.number}
              </span>
              <span dir="auto" className="min-h-[1.3rem] grow px-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {row?.text}
              </span>
            </div>
          );
        })}
      </div>
    </section>
  );
}

interface Row {
  /** Of the line; the further parts of a long one have none. */
  readonly number: number | null;
  readonly text: string;
}

function rowsOf(text: string): Row[] {
  return text.split("\n").flatMap((line, index): Row[] => {
    if (line.length <= MOST_IN_A_ROW) return [{ number: index + 1, text: line }];
    return Array.from({ length: Math.ceil(line.length / MOST_IN_A_ROW) }, (_, part) => ({
      number: part === 0 ? index + 1 : null,
      text: line.slice(part * MOST_IN_A_ROW, (part + 1) * MOST_IN_A_ROW),
    }));
  });
}
