import { Client } from "pg";
import type { Bar } from "../bars/bar.ts";
import { twoKib } from "../bars/two-kib.ts";
import type { Bench } from "../bench.ts";
import { withOwner } from "../data-sets/owner.ts";

const FILES = 10_000;
// Requests of one connection that are on their way at once.
const IN_FLIGHT = { read: 8, edit: 1 };

const TABLES = `
  create schema bare;
  create table bare.files (id integer primary key, version integer not null, content text not null);
  create table bare.history (id integer, version integer, content text not null, primary key (id, version));
`;
const READ = "select version, content from bare.files where id = $1";
const EDIT = `with edited as (
    update bare.files set version = version + 1, content = $2 where id = $1 returning id, version, content
  ) insert into bare.history select * from edited`;

/** F3: what Postgres does of a read, and of an edit with its history row, with nothing of ours around it. */
export const bareSql = (): Bar => ({
  name: "f3",
  async prepare({ ownerUrl, organizationId }) {
    await withOwner(ownerUrl, organizationId, async (owner) => {
      await owner.query(TABLES);
      await owner.query("insert into bare.files select n, 1, $2 from generate_series(0, $1 - 1) as n", [
        FILES,
        twoKib("Bare"),
      ]);
      await owner.query("vacuum analyze bare.files");
    });
  },
  async measure(bench) {
    const anyFile = () => Math.floor(Math.random() * FILES);
    return [
      {
        title: "F3: the bare SQL of a read, prepared and pipelined",
        unit: "per second",
        value: await statementsPerSecond(bench, IN_FLIGHT.read, () => ({
          name: "read",
          text: READ,
          values: [anyFile()],
        })),
      },
      {
        title: "F3: the bare SQL of an edit with its history row, prepared",
        unit: "per second",
        value: await statementsPerSecond(bench, IN_FLIGHT.edit, () => ({
          name: "edit",
          text: EDIT,
          values: [anyFile(), twoKib("Edited")],
        })),
      },
    ];
  },
});

interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

async function statementsPerSecond(
  { ownerUrl, scale }: Bench,
  inFlight: number,
  make: () => PreparedQuery,
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: scale.writers }, async () => {
      const client = new Client({ connectionString: ownerUrl, pipeline: true });
      await client.connect();
      await client.query(make());
      return client;
    }),
  );
  let answered = 0;
  const startedMs = performance.now();
  const send = async (client: Client) => {
    while (performance.now() - startedMs < scale.sliceMs) {
      await client.query(make());
      answered++;
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: inFlight }, () => send(client))));
  const seconds = (performance.now() - startedMs) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return answered / seconds;
}
