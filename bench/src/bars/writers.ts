import type { Bench } from "../bench.ts";
import { withOwner } from "../data-sets/owner.ts";
import { Connection } from "../load/connection.ts";
import { load } from "../load/load.ts";
import type { Bar } from "./bar.ts";
import { command, documentPath, putDocument } from "./calls.ts";
import { roundTripReadings } from "./rate.ts";

const SHARED = "/memories/shared.md";
const ownPath = (writer: number) => `/memories/own/${writer}.md`;
const lineOf = (writer: number, edits: number) => `writer ${writer}: edit ${edits};`;

/** Many writers of one file, each of its own line, against as many of a file each. */
export const writers = (): Bar => ({
  name: "writers",
  async prepare(bench) {
    const lines = Array.from({ length: bench.scale.writers }, (_, writer) => lineOf(writer, 0)).join("\n");
    const connection = await Connection.open(bench.api);
    for (const path of [SHARED, ...Array.from({ length: bench.scale.writers }, (_, writer) => ownPath(writer))])
      await connection.send(putDocument(path, lines));
    connection.close();
  },
  async measure(bench, round) {
    const { writers: count, editsEach } = bench.scale;
    const edit = (pathOf: (writer: number) => string) => (writer: number, turn: number) => {
      const edits = (round - 1) * editsEach + turn;
      const change = { old_str: lineOf(writer, edits), new_str: lineOf(writer, edits + 1) };
      const path = pathOf(writer);
      return command({ command: "str_replace", path, ...change }, `${path} ${writer} ${edits}`);
    };
    const options = { writers: count, until: { turns: editsEach } };
    const apart = await load(bench.api, edit(ownPath), options);
    const together = await load(
      bench.api,
      edit(() => SHARED),
      options,
    );
    const title = `${count} writers on one file`;
    return [
      {
        title,
        unit: "per second",
        value: together.perSecond,
        against: { name: `${count} files`, value: apart.perSecond },
        target: { atLeast: 0.5 },
      },
      ...roundTripReadings(title, together.roundTrips),
    ];
  },
  async conclude(bench) {
    const { writers: count, editsEach, rounds } = bench.scale;
    const connection = await Connection.open(bench.api);
    const { body } = await connection.send({ method: "GET", path: documentPath(SHARED) });
    connection.close();
    const { content } = JSON.parse(body.toString()) as { content: string };
    const edits = count * editsEach * rounds;
    const kept = [...content.matchAll(/: edit (\d+);/g)].reduce((sum, [, number]) => sum + Number(number), 0);
    return [
      { title: `${edits} edits of one file: lost`, unit: "count", value: edits - kept, target: { exactly: 0 } },
      {
        title: `${edits} edits of one file: versions missing or double`,
        unit: "count",
        value: await wrongVersions(bench, edits + 1),
        target: { exactly: 0 },
      },
    ];
  },
});

async function wrongVersions({ ownerUrl, organizationId }: Bench, expected: number): Promise<number> {
  return withOwner(ownerUrl, organizationId, async (owner) => {
    const { rows } = await owner.query<{ wrong: number }>(
      `select ((select count(*) from stela.revisions where org_id = $1 and custom_id = $2)
         + $3 - 2 * count(distinct version) filter (where version between 1 and $3))::integer as wrong
       from stela.revisions where org_id = $1 and custom_id = $2`,
      [organizationId, SHARED, expected],
    );
    return rows[0]?.wrong ?? Number.NaN;
  });
}
