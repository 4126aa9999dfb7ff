import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "../lib/class-names.ts";
import { IconButton } from "./button.tsx";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons, at the end. */
  actions?: ReactNode;
  width?: "narrow" | "wide";
}

/**
 * A modal dialog: the browser's own, which traps the focus, closes on Escape and gives the focus back. It is there while it is rendered.
 */
export function Dialog({ title, onClose, children, actions, width = "narrow" }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={classNames(
        "m-auto flex max-h-[min(90dvh,56rem)] w-[calc(100vw-2rem)] flex-col rounded-lg border border-line bg-surface p-0 text-ink shadow-overlay",
        width === "wide" ? "max-w-5xl" : "max-w-lg",
      )}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line px-4 py-2.5">
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="flex flex-col gap-4 overflow-auto px-4 py-4">{children}</div>
      {actions !== undefined && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{actions}</footer>
      )}
    </dialog>
  );
}
