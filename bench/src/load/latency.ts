import type { Answer } from "./answer.ts";
import type { Connection } from "./connection.ts";
import type { BenchRequest } from "./request.ts";

/** Milliseconds from the request to the last byte of its answer. */
export async function timed(
  connection: Connection,
  request: BenchRequest,
): Promise<{ readonly ms: number; readonly answer: Answer }> {
  const startedMs = performance.now();
  const answer = await connection.send(request);
  return { ms: performance.now() - startedMs, answer };
}

/** Sends the requests of several kinds by turns, so that a noisy moment hits all of them. @returns the milliseconds of each kind. */
export async function latenciesByTurns<Kind extends string>(
  connection: Connection,
  kinds: Readonly<Record<Kind, (turn: number) => BenchRequest>>,
  turns: number,
): Promise<Record<Kind, number[]>> {
  const names = Object.keys(kinds) as Kind[];
  const all = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Kind, number[]>;
  for (let turn = 0; turn < turns; turn++) {
    for (const name of names) all[name].push((await timed(connection, kinds[name](turn))).ms);
  }
  return all;
}
