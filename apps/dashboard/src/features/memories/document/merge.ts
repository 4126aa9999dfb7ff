import { diff3Merge } from "node-diff3";

export interface Merged {
  readonly text: string;
  /** No line was changed by both: nothing is marked. */
  readonly isClean: boolean;
}

/** Puts two changes of one text together, line by line. Where both changed the same lines, both stand there, marked. */
export function merge(base: string, mine: string, theirs: string): Merged {
  const regions = diff3Merge(mine.split("\n"), base.split("\n"), theirs.split("\n"), { excludeFalseConflicts: true });
  const lines = regions.flatMap(({ ok, conflict }) =>
    conflict === undefined ? (ok ?? []) : ["<<<<<<< yours", ...conflict.a, "=======", ...conflict.b, ">>>>>>> theirs"],
  );
  return { text: lines.join("\n"), isClean: regions.every(({ conflict }) => conflict === undefined) };
}
