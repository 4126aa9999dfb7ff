import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

/** A menu that a button opens. It is not modal: a modal one would put a style element into the page, which the policy refuses. */
export function Menu({ trigger, label, children }: { trigger: ReactNode; label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="start"
          sideOffset={6}
          className="z-40 min-w-48 rounded-lg border border-line bg-surface p-1 text-ink shadow-overlay"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
}

export function MenuItem({ children, onSelect, isDanger = false, isDisabled = false }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className={classNames(
        "flex h-8 cursor-pointer items-center gap-2 rounded px-2 outline-none data-disabled:opacity-50 data-highlighted:bg-raised [&>svg]:size-4",
        isDanger && "text-danger",
      )}
    >
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
