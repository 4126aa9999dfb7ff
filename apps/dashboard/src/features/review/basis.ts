import type { Document, Proposal } from "@stela/sdk";

/** How what was proposed stands to the document as it is now. */
export type Basis =
  | { readonly kind: "several" | "new" | "unchanged" | "made-since" | "gone" | "beneath" }
  | { readonly kind: "changed"; readonly from: number; readonly to: number };

export function basisOf({ op, baseVersion, documentId }: Proposal, present: Document | undefined): Basis {
  if (op === "batch") return { kind: "several" };
  if (baseVersion === undefined) {
    if (present !== undefined) return { kind: "made-since" };
    return { kind: op === "upsert" ? "new" : "beneath" };
  }
  if (present === undefined) return { kind: "gone" };
  if (documentId !== undefined && present.id !== documentId) return { kind: "made-since" };
  return present.version === baseVersion
    ? { kind: "unchanged" }
    : { kind: "changed", from: baseVersion, to: present.version };
}

/** The API refuses it unless told to write over what it was not based on. Edits and moves are judged by whether they still fit. */
export function isOutdated({ op }: Proposal, { kind }: Basis): boolean {
  if (op !== "upsert" && op !== "delete") return false;
  return kind === "made-since" || kind === "changed" || (kind === "gone" && op === "upsert");
}
