import { renamedTrees, TREES_TAG, treePath } from "../data-sets/trees.ts";
import type { Bar } from "./bar.ts";
import { command } from "./calls.ts";
import { changeUnderReaders } from "./under-readers.ts";

export const rename = (): Bar => ({
  name: "rename",
  needs: [renamedTrees],
  measure(bench, round) {
    const paths = { old_path: treePath(`rename-${round}`), new_path: `/memories/renamed-${round}` };
    return changeUnderReaders(bench, {
      title: `\`rename\` of a directory of ${bench.scale.treeFiles} files`,
      change: command({ command: "rename", ...paths }, paths.new_path, TREES_TAG),
      tree: `rename-${round}`,
    });
  },
});
