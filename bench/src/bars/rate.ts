import type { Bench } from "../bench.ts";
import { Connection } from "../load/connection.ts";
import { load, type MakeRequest } from "../load/load.ts";
import type { Reading } from "../report/reading.ts";
import type { Bar } from "./bar.ts";
import { putDocument } from "./calls.ts";
import { twoKib } from "./two-kib.ts";

export interface RateOptions {
  readonly name: string;
  readonly title: string;
  /** Of the floor F2: the least that is enough. */
  readonly share: number;
  /** What must be there before. */
  prepared?(bench: Bench): readonly { readonly customId: string; readonly content: string }[];
  requests(round: number): MakeRequest;
}

/** A call whose throughput has to reach a share of the floor F2, which is measured just before it. */
export function rateBar({ name, title, share, prepared, requests }: RateOptions): Bar {
  return {
    name,
    async prepare(bench) {
      const connection = await Connection.open(bench.api);
      for (const { customId, content } of prepared?.(bench) ?? [])
        await connection.send(putDocument(customId, content));
      connection.close();
    },
    async measure(bench, round) {
      const { writers, sliceMs } = bench.scale;
      const options = { writers, until: { ms: sliceMs } };
      const floor = await load(bench.floors, () => ({ method: "GET", path: "/f2" }), options);
      const call = await load(bench.api, requests(round), options);
      return [
        {
          title,
          unit: "per second",
          value: call.perSecond,
          against: { name: "F2", value: floor.perSecond },
          target: { atLeast: share },
        },
        ...roundTripReadings(title, call.roundTrips),
      ];
    },
  };
}

/** One for each number that an answer told of, so that a single answer with another one is seen. */
export function roundTripReadings(title: string, roundTrips: ReadonlySet<number>): Reading[] {
  return [...roundTrips].map((value) => ({
    title: `${title}: round trips`,
    unit: "count",
    value,
    target: { exactly: 1 },
  }));
}

/** A file for each writer in each round, so that no two wait for each other. */
export function ownFiles(
  customIdOf: (round: number, writer: number) => string,
  firstLine: string,
): (bench: Bench) => readonly { readonly customId: string; readonly content: string }[] {
  return ({ scale }) =>
    Array.from({ length: scale.rounds * scale.writers }, (_, index) => ({
      customId: customIdOf(Math.floor(index / scale.writers) + 1, index % scale.writers),
      content: twoKib(firstLine),
    }));
}
