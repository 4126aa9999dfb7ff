import { DomainError, type ErrorCode } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { occurrenceLines } from "../text.ts";
import type { Edit } from "./schema.ts";

/** How a statement says that it changed nothing. */
export type Refusal =
  | {
      readonly outcome:
        | "missing"
        | "exists"
        | "content_required"
        | "inside_itself"
        | "outside_memories"
        | "empty_old_text";
    }
  | { readonly outcome: "beneath_file"; readonly file: string }
  | { readonly outcome: "no_such_version"; readonly version: number; readonly wasKept: boolean }
  | { readonly outcome: "is_delete"; readonly version: number }
  | { readonly outcome: "not_deleted"; readonly customId: string }
  | { readonly outcome: "version_mismatch" | "must_be_absent"; readonly currentVersion: number | null }
  | { readonly outcome: "quota_exceeded"; readonly quota: string; readonly of: string; readonly limit: number }
  | { readonly outcome: "path_too_long" | "too_large"; readonly bytes: number }
  | { readonly outcome: "absent"; readonly editIndex: number }
  | { readonly outcome: "ambiguous"; readonly editIndex: number; readonly before: string }
  | { readonly outcome: "no_such_line"; readonly editIndex: number; readonly lines: number };

/** Words a refusal for the API. `edits` are the ones that were asked for. */
export function refusalError(refusal: Refusal, edits: readonly Edit[] = []): DomainError {
  switch (refusal.outcome) {
    case "missing":
      return new DomainError("not_found", "There is no such document.");
    case "exists":
      return conflict("exists", "The destination is taken, by a document or by documents beneath it.");
    case "beneath_file":
      return conflict("beneath_file", `${refusal.file} is a file, so nothing can be beneath it.`, {
        file: refusal.file,
      });
    case "no_such_version": {
      const detail = refusal.wasKept
        ? `Version ${refusal.version} is no longer kept: it is older than the container keeps revisions, or was erased.`
        : `The document has no version ${refusal.version}.`;
      return new DomainError("not_found", detail, { reason: refusal.wasKept ? "not_kept" : "no_such_version" });
    }
    case "is_delete":
      return conflict(
        "is_delete",
        `Version ${refusal.version} is the one that deleted the document: it holds no text.`,
      );
    case "not_deleted":
      return conflict("not_deleted", `The document is there, as ${refusal.customId}: rename it instead.`);
    case "inside_itself":
      return conflict("inside_itself", "The destination is inside what is to be renamed.");
    case "outside_memories":
      return conflict("outside_memories", "Only single documents can be moved into /memories.");
    case "content_required": {
      const errors = [{ path: "content", message: "is required for a new document" }];
      return new DomainError("validation_failed", "content: is required for a new document", { errors });
    }
    case "version_mismatch":
      return refusal.currentVersion === null
        ? mismatch("There is no such document.", null)
        : mismatch(`The document is at version ${refusal.currentVersion}.`, refusal.currentVersion);
    case "must_be_absent":
      return mismatch("The document exists already.", refusal.currentVersion);
    case "quota_exceeded":
      return new DomainError("quota_exceeded", `The ${refusal.of}'s ${refusal.quota} of ${refusal.limit} is used up.`, {
        quota: refusal.quota,
        limit: refusal.limit,
      });
    case "path_too_long":
      return tooLarge(`A customId would be ${refusal.bytes} bytes; the limit is ${LIMITS.customIdBytes}.`);
    case "too_large":
      return tooLarge(`The content would be ${refusal.bytes} bytes; the limit is ${LIMITS.contentBytes}.`);
    case "empty_old_text":
    case "absent":
      return conflict("absent", "oldStr does not occur in the document.", editExtra(refusal));
    case "ambiguous": {
      const edit = edits[refusal.editIndex];
      const lines = edit !== undefined && "oldStr" in edit ? occurrenceLines(refusal.before, edit.oldStr) : [];
      return conflict("ambiguous", `oldStr occurs more than once, on lines ${lines.join(", ")}.`, {
        ...editExtra(refusal),
        lines,
      });
    }
    case "no_such_line":
      return conflict("no_such_line", `insertLine must be from 0 to ${refusal.lines}.`, {
        ...editExtra(refusal),
        lines: refusal.lines,
      });
  }
}

function conflict(reason: string, detail: string, extra: Readonly<Record<string, unknown>> = {}): DomainError {
  return new DomainError("conflict", detail, { reason, ...extra });
}

function mismatch(detail: string, currentVersion: number | null): DomainError {
  return new DomainError("version_mismatch", detail, { currentVersion });
}

function tooLarge(detail: string): DomainError {
  return new DomainError("too_large" satisfies ErrorCode, detail);
}

function editExtra(refusal: object): Readonly<Record<string, unknown>> {
  return "editIndex" in refusal ? { editIndex: refusal.editIndex } : {};
}
