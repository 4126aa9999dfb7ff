import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

/** Copies a text, and says that it did. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Button
      onClick={async () => {
        await navigator.clipboard.writeText(text);
        setIsCopied(true);
        setTimeout(() => setIsCopied(false), 2_000);
      }}
    >
      {isCopied ? <Check /> : <Copy />}
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </Button>
  );
}
