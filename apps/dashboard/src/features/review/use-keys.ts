import { useEffect, useState } from "react";

const KEPT_AS = "stela.review.keys";

/** Where a key means something else already: what is typed into, what is chosen from, and everything of a dialog or menu. */
const OWN_KEYS = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=menu]";
/** What scrolls by itself keeps its arrow keys. */
const SCROLLS = "[data-keeps-arrows] [tabindex='0']";

/** Single keys that work anywhere on the page. Somebody who speaks to their computer turns them off, and they stay off. */
export function useKeys(bindings: ReadonlyMap<string, () => void>) {
  const [areOn, setAreOn] = useState(() => localStorage.getItem(KEPT_AS) !== "off");
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest(OWN_KEYS) || (event.key.startsWith("Arrow") && target.closest(SCROLLS))) return;
      // Arrows are no letters: nobody says one by accident.
      const binding = areOn || event.key.startsWith("Arrow") ? bindings.get(event.key) : undefined;
      if (binding === undefined) return;
      event.preventDefault();
      binding();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [bindings, areOn]);
  const turn = (on: boolean) => {
    if (on) localStorage.removeItem(KEPT_AS);
    else localStorage.setItem(KEPT_AS, "off");
    setAreOn(on);
  };
  return { areOn, turn };
}
