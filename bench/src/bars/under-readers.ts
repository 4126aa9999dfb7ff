import type { Bench } from "../bench.ts";
import { withOwner } from "../data-sets/owner.ts";
import { TREES_TAG, treePath } from "../data-sets/trees.ts";
import { roundTripsOf } from "../load/answer.ts";
import { Connection } from "../load/connection.ts";
import { timed } from "../load/latency.ts";
import type { BenchRequest } from "../load/request.ts";
import type { Reading } from "../report/reading.ts";

const READERS = 2;
const READ_FILES = 50;

/** Sends a change of one whole tree while others read files of that tree, and tells how long either waited. */
export async function changeUnderReaders(
  bench: Bench,
  { title, change, tree }: { title: string; change: BenchRequest; tree: string },
): Promise<Reading[]> {
  const ids = await idsIn(bench, tree);
  const connection = await Connection.open(bench.api);
  let isOver = false;
  let reads = 0;
  let longestMs = 0;
  const reader = async () => {
    const reading = await Connection.open(bench.api);
    while (!isOver) {
      // A file is found by its id before a rename and after it, and until the moment it is deleted.
      const path = `/v1/documents/${ids[reads++ % ids.length]}`;
      longestMs = Math.max(longestMs, (await timed(reading, { method: "GET", path, statuses: [404] })).ms);
    }
    reading.close();
  };
  const readers = Array.from({ length: READERS }, reader);
  const { ms, answer } = await timed(connection, change).finally(() => {
    isOver = true;
  });
  await Promise.all(readers);
  connection.close();
  return [
    { title, unit: "s", value: ms / 1_000, target: { atMost: 2 } },
    { title: `${title}: round trips`, unit: "count", value: roundTripsOf(answer), target: { exactly: 1 } },
    {
      title: `${title}: the longest that a reader of its files waited`,
      unit: "ms",
      value: longestMs,
      // One that is blocked waits for the end of the change; one that shares two cores with it waits for its turn.
      against: { name: "the change", value: ms },
      target: { atMost: 0.5 },
    },
  ];
}

async function idsIn({ ownerUrl, organizationId }: Bench, tree: string): Promise<string[]> {
  return withOwner(ownerUrl, organizationId, async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from stela.documents where org_id = $1 and container_tag = $2
         and custom_id >= $3 || '/' and custom_id < $3 || '0' order by custom_id limit $4`,
      [organizationId, TREES_TAG, treePath(tree), READ_FILES],
    );
    return rows.map(({ id }) => id);
  });
}
