import { useEffect, useRef, useState } from "react";
import { INPUT } from "../../components/field.tsx";

const PAUSE_MS = 250;
const MOST_CHARACTERS = 1_000;

/** Searches as one types, after a short pause. */
export function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const [text, setText] = useState(query);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === query) return;
    const timer = setTimeout(() => latest.current(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, query]);
  return (
    <input
      type="search"
      aria-label="Search this container"
      placeholder="Search"
      value={text}
      maxLength={MOST_CHARACTERS}
      onChange={(event) => setText(event.target.value)}
      dir="auto"
      className={`${INPUT} h-8`}
    />
  );
}
