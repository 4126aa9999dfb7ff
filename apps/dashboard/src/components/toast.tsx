import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { Button } from "./button.tsx";

interface Toast {
  readonly text: string;
  /** What takes it back, where there is such a thing. */
  readonly undo?: { readonly label: string; readonly onUndo: () => void };
}

const SHOWN_MS = 8_000;
const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Says in a line what was done; it goes by itself, and a screen reader hears it. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((next: Toast) => {
    clearTimeout(timer.current);
    setToast(next);
    timer.current = setTimeout(() => setToast(null), SHOWN_MS);
  }, []);
  const value = useMemo(() => show, [show]);
  return (
    <ToastContext value={value}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4"
      >
        {toast !== null && (
          <div className="pointer-events-auto flex items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 shadow-overlay">
            <span>{toast.text}</span>
            {toast.undo !== undefined && (
              <Button
                kind="quiet"
                onClick={() => {
                  toast.undo?.onUndo();
                  setToast(null);
                }}
              >
                {toast.undo.label}
              </Button>
            )}
            <Button kind="quiet" onClick={() => setToast(null)}>
              Dismiss
            </Button>
          </div>
        )}
      </div>
    </ToastContext>
  );
}
