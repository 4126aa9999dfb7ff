import { idempotencyKey, putDocument } from "./calls.ts";
import { ownFiles, rateBar } from "./rate.ts";
import { twoKib } from "./two-kib.ts";

const customIdOf = (round: number, writer: number) => `upsert/${round}/${writer}`;

export const upsert = () =>
  rateBar({
    name: "upsert",
    title: "upsert of a 2 KiB document",
    share: 0.5,
    prepared: ownFiles(customIdOf, "Written before"),
    requests: (round) => (writer, turn) => {
      const customId = customIdOf(round, writer);
      return {
        ...putDocument(customId, twoKib(`Turn ${turn}`)),
        headers: { "idempotency-key": idempotencyKey(`${customId} ${turn}`) },
      };
    },
  });
