import { command } from "./calls.ts";
import { rateBar } from "./rate.ts";
import { twoKib } from "./two-kib.ts";

const path = "/memories/view.md";

export const view = () =>
  rateBar({
    name: "view",
    title: "`view` of a 2 KiB file",
    share: 0.75,
    prepared: () => [{ customId: path, content: twoKib("Read often") }],
    requests: () => () => command({ command: "view", path }, ""),
  });
