import type { Line } from "./sessions.ts";

/** The script's own model of what is true: for each slot the statements that say it, the first one and its repetitions. */
export class Truth {
  readonly #slots = new Map<string, string[]>();

  take(line: Line): void {
    const [kind, slot, , text] = line;
    if (text === undefined) return;
    if (kind === "again") this.#slots.get(slot)?.push(text);
    else this.#slots.set(slot, [text]);
  }

  /** The slots that are known by now. */
  get slots(): string[] {
    return [...this.#slots.keys()].toSorted();
  }

  /** Which slot a statement is true of today; null for one that is not true, or was never said. */
  slotOf(text: string): string | null {
    for (const [slot, texts] of this.#slots) if (texts.includes(text)) return slot;
    return null;
  }
}
