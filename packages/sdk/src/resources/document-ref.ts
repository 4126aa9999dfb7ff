import { path } from "../url.ts";

/** A document's name in its container. */
export interface DocumentName {
  readonly containerTag: string;
  /** At most 1,024 bytes of UTF-8. A memory file's is its path, such as `/memories/notes.md`. */
  readonly customId: string;
}

/** A document: by its id (a UUIDv7), or by its name. */
export type DocumentRef = string | DocumentName;

export function pathOf(document: DocumentRef): string {
  if (typeof document !== "object" || document === null) return path`/v1/documents/${document}`;
  return path`/v1/containers/${document.containerTag}/documents/${document.customId}`;
}
