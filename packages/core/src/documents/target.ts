import { type Access, reads, writes } from "../context.ts";

/** A document is named by its id, or by its customId in a container. */
export type Target = { readonly id: string } | { readonly containerTag: string; readonly customId: string };

export function targetContainer(target: Target): string | null {
  return "id" in target ? null : target.containerTag;
}

export function targetCustomId(target: Target): string | null {
  return "id" in target ? null : target.customId;
}

export function targetId(target: Target): string | null {
  return "id" in target ? target.id : null;
}

export function readsTarget(target: Target): Access {
  return reads(targetContainer(target));
}

export function writesTarget(target: Target): Access {
  return writes(targetContainer(target));
}
