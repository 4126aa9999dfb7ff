import type { Client } from "pg";
import type { Bench } from "../bench.ts";
import type { DataSet } from "./data-set.ts";
import { withOwner } from "./owner.ts";

/** Builds all of them side by side, leaves tables as a long-running server has them, and counts what is there. */
export async function buildDataSets(bench: Bench, sets: readonly DataSet[]): Promise<void> {
  if (sets.length === 0) return;
  const { ownerUrl, organizationId } = bench;
  await withOwner(ownerUrl, organizationId, async (owner) => {
    const triggers = await historyTriggers(owner);
    const switchTriggers = (to: "disable" | "enable") =>
      owner.query(triggers.map((name) => `alter table stela.documents ${to} trigger ${name};`).join("\n"));
    await owner.query(
      "insert into stela.containers (org_id, container_tag) select $1, unnest($2::text[]) on conflict do nothing",
      [organizationId, [...new Set(sets.map(({ containerTag }) => containerTag))]],
    );
    await switchTriggers("disable");
    await Promise.all(sets.map((set) => withOwner(ownerUrl, organizationId, (own) => buildOne(own, bench, set))));
    await switchTriggers("enable");
    await owner.query("vacuum (freeze, analyze) stela.documents");
    await owner.query("vacuum (freeze, analyze) stela.revisions");
    await owner.query("checkpoint");
    await verify(owner, bench, sets);
  });
}

async function buildOne(owner: Client, bench: Bench, set: DataSet): Promise<void> {
  await owner.query("set synchronous_commit = off");
  await set.build(owner, bench);
}

/** Written a row at a time, history is most of the cost of a document; a data set that needs it writes it as a set. */
async function historyTriggers(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(tgname) as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where tgrelid = 'stela.documents'::regclass and not tgisinternal and tgtype & 1 = 1 and tgtype & 4 = 4
       and prosrc like '%stela.revisions%'`,
  );
  return rows.map(({ name }) => name);
}

async function verify(owner: Client, { organizationId, scale }: Bench, sets: readonly DataSet[]): Promise<void> {
  for (const containerTag of new Set(sets.map((set) => set.containerTag))) {
    const expected = sets
      .filter((set) => set.containerTag === containerTag)
      .reduce((sum, set) => sum + set.size(scale), 0);
    const { rows } = await owner.query<{ stored: string; counted: string }>(
      `select (select count(*) from stela.documents where org_id = $1 and container_tag = $2) as stored,
         (select sum(documents) from stela.container_counters where org_id = $1 and container_tag = $2) as counted`,
      [organizationId, containerTag],
    );
    const { stored, counted } = rows[0] ?? {};
    if (Number(stored) === expected && Number(counted) === expected) continue;
    throw new Error(
      `The container ${containerTag} has ${stored} documents and counts ${counted}; there should be ${expected}.`,
    );
  }
}
