import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Loading } from "./states.tsx";

interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Of a row before it is measured, in CSS pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string;
  readonly render: (item: Item, index: number) => ReactNode;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onLoadMore: () => void;
  readonly className?: string;
  /** Scrolled into sight when it changes. */
  readonly activeIndex?: number | undefined;
}

/**
 * A list of any length that renders what is seen, and asks for the next page when its end comes near. What is put above its first item
 * later moves nothing that is being read: only who is at the very top sees it at once.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, rowHeight, keyOf, render, hasMore, isLoadingMore, onLoadMore, className, activeIndex } = props;
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(items[index] as Item),
    overscan: 12,
  });
  const rows = virtualizer.getVirtualItems();
  const first = useRef<string>(undefined);
  useLayoutEffect(() => {
    const moved = first.current === undefined ? -1 : items.findIndex((item) => keyOf(item) === first.current);
    const top = scroller.current?.scrollTop ?? 0;
    if (moved > 0 && top > 0) scroller.current?.scrollBy(0, virtualizer.measurementsCache[moved]?.start ?? 0);
    first.current = items[0] === undefined ? undefined : keyOf(items[0]);
  }, [items, keyOf, virtualizer]);
  useEffect(() => {
    if (activeIndex !== undefined && activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: "auto" });
  }, [activeIndex, virtualizer]);
  const last = rows.at(-1)?.index ?? -1;
  const isNearEnd = last >= items.length - 20;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) onLoadMore();
  }, [isNearEnd, hasMore, isLoadingMore, onLoadMore]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section ref={scroller} tabIndex={0} aria-label={label} className={className ?? "max-h-[70dvh] overflow-auto"}>
      <ul className="relative [&>li:last-child>*]:border-b-0" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            aria-setsize={hasMore ? -1 : items.length}
            aria-posinset={row.index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {render(items[row.index] as Item, row.index)}
          </li>
        ))}
      </ul>
      {isLoadingMore && <Loading lines={1} label="Loading more" />}
    </section>
  );
}
