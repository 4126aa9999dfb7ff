import { FEW_TAG, FILES_TAG, fewFiles, files } from "../data-sets/files.ts";
import { Connection } from "../load/connection.ts";
import { latenciesByTurns } from "../load/latency.ts";
import { median } from "../report/figures.ts";
import type { Bar } from "./bar.ts";
import { command } from "./calls.ts";

const viewAll = (containerTag: string) => command({ command: "view", path: "/memories" }, "", containerTag);

/** The same entries, with a thousand times the files beneath them. */
export const list = (): Bar => ({
  name: "list",
  needs: [files, fewFiles],
  async prepare({ api }) {
    const connection = await Connection.open(api);
    const [many, few] = [await connection.send(viewAll(FILES_TAG)), await connection.send(viewAll(FEW_TAG))];
    connection.close();
    if (!many.body.equals(few.body)) throw new Error("The two listings do not show the same entries.");
  },
  async measure({ api, scale }) {
    const connection = await Connection.open(api);
    const { many, few } = await latenciesByTurns(
      connection,
      { many: () => viewAll(FILES_TAG), few: () => viewAll(FEW_TAG) },
      scale.samples,
    );
    connection.close();
    return [
      {
        title: `\`view /memories\`, ${scale.files} files`,
        unit: "ms",
        value: median(many),
        against: { name: `${scale.fewFiles} files`, value: median(few) },
        target: { atMost: 1.5 },
      },
    ];
  },
});
