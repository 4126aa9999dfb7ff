import type { Proposal } from "@stela/sdk";
import { useCallback, useRef, useState } from "react";

export interface Selection {
  readonly selected: readonly Proposal[];
  readonly areAll: boolean;
  has(id: string): boolean;
  /** With `isRange`, everything between it and the one toggled before becomes as it becomes. */
  toggle(index: number, isRange?: boolean): void;
  toggleAll(): void;
  clear(): void;
}

/** Which of the shown proposals are selected. Those that leave the list leave the selection. */
export function useSelection(proposals: readonly Proposal[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef(0);
  const selected = proposals.filter(({ id }) => ids.has(id));
  const areAll = proposals.length > 0 && selected.length === proposals.length;
  const clear = useCallback(() => setIds(new Set()), []);
  return {
    selected,
    areAll,
    has: (id) => ids.has(id),
    toggle(index, isRange = false) {
      const from = isRange ? last.current : index;
      const [start, end] = from < index ? [from, index] : [index, from];
      const isOn = !ids.has(proposals[index]?.id ?? "");
      const next = new Set(ids);
      for (const { id } of proposals.slice(start, end + 1)) {
        if (isOn) next.add(id);
        else next.delete(id);
      }
      last.current = index;
      setIds(next);
    },
    toggleAll: () => setIds(areAll ? new Set() : new Set(proposals.map(({ id }) => id))),
    clear,
  };
}
