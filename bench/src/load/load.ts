import { roundTripsOf } from "./answer.ts";
import { Connection } from "./connection.ts";
import type { BenchRequest, Server } from "./request.ts";

/** The request of a writer in its turn; both count from 0. A writer has one request on its way at a time. */
export type MakeRequest = (writer: number, turn: number) => BenchRequest;

export interface LoadOptions {
  readonly writers: number;
  /** Until when writers begin another turn: a time, or a number of turns for each. */
  readonly until: { readonly ms: number } | { readonly turns: number };
}

export interface Load {
  readonly perSecond: number;
  /** Every number of round trips to the database that an answer told of. */
  readonly roundTrips: ReadonlySet<number>;
}

/** Sends requests over kept connections, one for each writer. Any answer but the expected ends the run. */
export async function load(server: Server, make: MakeRequest, { writers, until }: LoadOptions): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: writers }, () => Connection.open(server)));
  const roundTrips = new Set<number>();
  let answered = 0;
  const startedMs = performance.now();
  const goesOn = (turn: number) => ("turns" in until ? turn < until.turns : performance.now() - startedMs < until.ms);
  try {
    await Promise.all(
      connections.map(async (connection, writer) => {
        for (let turn = 0; goesOn(turn); turn++) {
          roundTrips.add(roundTripsOf(await connection.send(make(writer, turn))));
          answered++;
        }
      }),
    );
    return { perSecond: (answered * 1_000) / (performance.now() - startedMs), roundTrips };
  } finally {
    for (const connection of connections) connection.close();
  }
}
