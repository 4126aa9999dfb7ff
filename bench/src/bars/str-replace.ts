import { command } from "./calls.ts";
import { ownFiles, rateBar } from "./rate.ts";

const pathOf = (round: number, writer: number) => `/memories/replace/${round}/${writer}.md`;

export const strReplace = () =>
  rateBar({
    name: "str_replace",
    title: "`str_replace` in a 2 KiB file",
    share: 0.5,
    prepared: ownFiles(pathOf, "edits: 0;"),
    requests: (round) => (writer, turn) => {
      const path = pathOf(round, writer);
      const edit = { old_str: `edits: ${turn};`, new_str: `edits: ${turn + 1};` };
      return command({ command: "str_replace", path, ...edit }, `${path} ${turn}`);
    },
  });
