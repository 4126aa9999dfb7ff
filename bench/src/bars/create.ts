import { command } from "./calls.ts";
import { rateBar } from "./rate.ts";
import { twoKib } from "./two-kib.ts";

export const create = () =>
  rateBar({
    name: "create",
    title: "`create` of a 2 KiB file",
    share: 0.5,
    requests: (round) => (writer, turn) => {
      const path = `/memories/new/${round}/${writer}/${turn}.md`;
      return command({ command: "create", path, file_text: twoKib("New") }, path);
    },
  });
