import { type RefObject, useEffect } from "react";

/** Takes whoever sent a form to the first of its fields that was refused. */
export function useFocusWrong(form: RefObject<HTMLFormElement | null>, error: unknown): void {
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, error]);
}
