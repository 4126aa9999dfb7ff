import { deletedTrees, TREES_TAG, treePath } from "../data-sets/trees.ts";
import type { Bar } from "./bar.ts";
import { command } from "./calls.ts";
import { changeUnderReaders } from "./under-readers.ts";

export const deletion = (): Bar => ({
  name: "delete",
  needs: [deletedTrees],
  measure(bench, round) {
    const path = treePath(`delete-${round}`);
    return changeUnderReaders(bench, {
      title: `\`delete\` of a directory of ${bench.scale.treeFiles} files`,
      change: command({ command: "delete", path }, path, TREES_TAG),
      tree: `delete-${round}`,
    });
  },
});
