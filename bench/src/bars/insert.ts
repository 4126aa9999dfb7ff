import { command } from "./calls.ts";
import { ownFiles, rateBar } from "./rate.ts";

const pathOf = (round: number, writer: number) => `/memories/insert/${round}/${writer}.md`;

export const insert = () =>
  rateBar({
    name: "insert",
    title: "`insert` in a 2 KiB file",
    share: 0.5,
    prepared: ownFiles(pathOf, "The newest stands at the top."),
    requests: (round) => (writer, turn) => {
      const path = pathOf(round, writer);
      const text = { insert_line: 1, insert_text: `Line ${turn}\n` };
      return command({ command: "insert", path, ...text }, `${path} ${turn}`);
    },
  });
