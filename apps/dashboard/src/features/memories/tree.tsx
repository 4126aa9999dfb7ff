import type { TreeEntry } from "@stela/sdk";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight, FileText, Folder } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Empty, Failed, Loading } from "../../components/states.tsx";
import { classNames } from "../../lib/class-names.ts";
import { bytes } from "../../lib/format.ts";
import type { TreeRow } from "./tree-state.ts";
import type { useTree } from "./use-tree.ts";

const ROW_HEIGHT = 30;
const INDENT = 16;

interface TreeProps {
  readonly tree: ReturnType<typeof useTree>;
  readonly containerTag: string;
  readonly selected: string | undefined;
  readonly onSelect: (customId: string) => void;
}

/** The files of a container, by the slashes in their names. Arrow keys walk it as they do in a file manager. */
export function Tree({ tree, containerTag, selected, onSelect }: TreeProps) {
  const { rows, root, toggle, loadMore, retry } = tree;
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  });
  const items = virtualizer.getVirtualItems();

  // The next page of a directory is asked for when its end comes into sight.
  const awaited = items.map(({ index }) => rows[index]).find((row) => row?.kind === "more" && !row.isLoading);
  const awaitedPath = awaited?.kind === "more" ? awaited.path : undefined;
  useEffect(() => {
    if (awaitedPath !== undefined) loadMore(awaitedPath);
  }, [awaitedPath, loadMore]);

  const move = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setFocused(next);
    virtualizer.scrollToIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[focused];
    const step = row === undefined ? null : stepOf(event.key, row, focused, rows);
    if (step === null) return;
    event.preventDefault();
    if (typeof step === "number") move(step);
    else if (step.type === "directory") toggle(step.path);
    else onSelect(step.path);
  };

  if (root === undefined || (root.isLoading && root.entries.length === 0)) return <Loading />;
  if (root.error !== null && root.entries.length === 0) return <Failed error={root.error} onRetry={() => retry("")} />;
  if (rows.length === 0) return <Empty title="Nothing is in this container" />;
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={`Files of ${containerTag}`}
      tabIndex={0}
      aria-activedescendant={`tree-${focused}`}
      onKeyDown={onKeyDown}
      className="h-full overflow-auto rounded-md py-1"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={index}
              id={`tree-${index}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.depth + 1}
              aria-expanded={row.kind === "entry" && row.entry.type === "directory" ? row.isOpen : undefined}
              aria-selected={row.kind === "entry" && row.entry.path === selected}
              onMouseDown={() => setFocused(index)}
              className={classNames(
                "absolute top-0 left-0 flex w-full items-center",
                index === focused && "in-focus-visible:ring-1 in-focus-visible:ring-accent",
              )}
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)`, paddingLeft: 6 + row.depth * INDENT }}
            >
              <RowContent
                row={row}
                isSelected={row.kind === "entry" && row.entry.path === selected}
                {...{ containerTag, toggle, retry }}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowContentProps {
  readonly row: TreeRow;
  readonly isSelected: boolean;
  readonly containerTag: string;
  readonly toggle: (path: string) => void;
  readonly retry: (path: string) => void;
}

function RowContent({ row, isSelected, containerTag, toggle, retry }: RowContentProps) {
  if (row.kind !== "entry") {
    if (row.kind === "more") return <span className="px-5 text-muted">Loading…</span>;
    return (
      <span className="flex items-center gap-2 px-5 text-danger">
        Could not be loaded.
        <Button kind="quiet" tabIndex={-1} className="h-6!" onClick={() => retry(row.path)}>
          Try again
        </Button>
      </span>
    );
  }
  const { entry, isOpen } = row;
  const name = entry.path.slice(entry.path.lastIndexOf("/") + 1) || entry.path;
  const style = "flex h-full min-w-0 grow items-center gap-1.5 rounded px-1.5 text-left hover:bg-raised";
  if (entry.type === "directory") {
    const Chevron = isOpen ? ChevronDown : ChevronRight;
    return (
      <button type="button" tabIndex={-1} className={style} onClick={() => toggle(entry.path)}>
        <Chevron className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
        <Folder className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span dir="auto" className="truncate">
          {name}
        </span>
      </button>
    );
  }
  return (
    <Link
      to="/memories/$containerTag"
      params={{ containerTag }}
      search={{ doc: entry.path }}
      tabIndex={-1}
      className={classNames(style, "pl-6.5", isSelected && "bg-accent-soft font-medium text-accent")}
    >
      <FileText className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <span dir="auto" className="truncate">
        {name}
      </span>
      <span className="ml-auto shrink-0 pl-2 text-xs font-normal text-muted tabular-nums">
        {bytes(entry.bytes ?? 0)}
      </span>
    </Link>
  );
}

/** What a key does on a row: goes to another, opens or closes an entry, or nothing (null). */
function stepOf(key: string, row: TreeRow, index: number, rows: readonly TreeRow[]): number | TreeEntry | null {
  const entry = row.kind === "entry" ? row.entry : null;
  const isOpen = row.kind === "entry" && row.isOpen;
  switch (key) {
    case "ArrowDown":
      return index + 1;
    case "ArrowUp":
      return index - 1;
    case "Home":
      return 0;
    case "End":
      return rows.length - 1;
    case "ArrowRight":
      return entry?.type === "directory" && !isOpen ? entry : index + 1;
    case "ArrowLeft":
      return entry !== null && isOpen ? entry : parentOf(rows, index);
    case "Enter":
      return entry;
    default:
      return null;
  }
}

/** The row of the directory that a row lies in. */
function parentOf(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let above = index - 1; above >= 0; above--) if ((rows[above]?.depth ?? 0) < depth) return above;
  return index;
}
