import type { SentFinding } from "../secrets/screen.ts";

/** One row of a directory listing. A directory has no size of its own: `bytes` is null. */
export interface ListedEntry {
  readonly path: string;
  readonly bytes: number | null;
}

/**
 * What became of a command, before it is worded. The reference model and the database give the same outcomes, so that
 * one function words both.
 */
export type Outcome =
  | { readonly outcome: "file"; readonly content: string; readonly version: number }
  | {
      readonly outcome: "directory";
      /** Entries number 1 to 1,000 and those from the first one asked for, with their place in the whole listing. */
      readonly entries: readonly (ListedEntry & { readonly place: number })[];
      /** How many entries were counted: all of them, or enough to know that there are more than are shown. */
      readonly counted: number;
    }
  | {
      readonly outcome: "done";
      readonly version: number | null;
      readonly before: string | null;
      readonly after?: string;
    }
  /** The caller may only propose: it waits for a person, and nothing is changed. */
  | { readonly outcome: "proposed" }
  | { readonly outcome: "missing" }
  | { readonly outcome: "exists" }
  | { readonly outcome: "beneath_file"; readonly file: string }
  | { readonly outcome: "root" }
  | { readonly outcome: "inside_itself" }
  | { readonly outcome: "absent" }
  | { readonly outcome: "empty_old_text" }
  | { readonly outcome: "ambiguous"; readonly before: string }
  | { readonly outcome: "no_such_line"; readonly lines: number }
  | { readonly outcome: "too_large"; readonly bytes: number }
  | { readonly outcome: "not_storable" }
  | { readonly outcome: "secret_detected"; readonly findings: readonly SentFinding[] }
  | { readonly outcome: "path_too_long"; readonly bytes: number }
  | { readonly outcome: "version_mismatch"; readonly currentVersion: number };
