import { documentPath } from "./calls.ts";
import { rateBar } from "./rate.ts";
import { twoKib } from "./two-kib.ts";

const customId = "/memories/get.md";

export const get = () =>
  rateBar({
    name: "get",
    title: "`GET` of a 2 KiB document",
    share: 0.75,
    prepared: () => [{ customId, content: twoKib("Read often") }],
    requests: () => () => ({ method: "GET", path: documentPath(customId) }),
  });
