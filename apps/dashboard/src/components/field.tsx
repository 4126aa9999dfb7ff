import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "../lib/class-names.ts";

export const INPUT =
  "w-full rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-ink placeholder:text-muted aria-invalid:border-danger disabled:opacity-60";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with it, in a sentence. */
  error?: string | undefined;
}

/** A labelled text input with its hint and its error tied to it. */
export function TextField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<"input">) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <input
        {...rest}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={classNames(INPUT, "h-8", className)}
      />
    </Labelled>
  );
}

export function TextArea({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={classNames(INPUT, className)}
      />
    </Labelled>
  );
}

export function Select({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<"select">) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <select
        {...rest}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={classNames(INPUT, "h-8 py-0!", className)}
      />
    </Labelled>
  );
}

function Labelled({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined;
}
