import type { ComponentProps } from "react";
import { classNames } from "../lib/class-names.ts";

const KINDS = {
  primary: "bg-accent text-accent-ink border-transparent hover:opacity-90",
  plain: "bg-surface text-ink border-line hover:bg-raised",
  quiet: "border-transparent text-muted hover:bg-raised hover:text-ink",
  danger: "bg-surface text-danger border-line hover:bg-danger-soft",
} as const;

export interface ButtonProps extends ComponentProps<"button"> {
  kind?: keyof typeof KINDS;
  /** Shows that it works, and takes no second press. */
  isBusy?: boolean;
}

export function Button({ kind = "plain", isBusy = false, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={classNames(
        "inline-flex h-8 items-center justify-center gap-1.5 rounded-md border px-3 font-medium whitespace-nowrap transition-colors disabled:opacity-60 [&>svg]:size-4",
        KINDS[kind],
        className,
      )}
    >
      {children}
    </button>
  );
}

/** A button that is an icon alone; `label` is what a screen reader says, and the tooltip. */
export function IconButton({ label, className, ...rest }: Omit<ButtonProps, "aria-label"> & { label: string }) {
  return (
    <Button kind="quiet" {...rest} aria-label={label} title={label} className={classNames("w-8 px-0!", className)} />
  );
}
