import { LocalStackError } from "./local-stack-error.ts";
import { copyTable, passNumbers } from "./move/copy.ts";
import { freeze } from "./move/freeze.ts";
import { openShard, type Shard } from "./move/session.ts";
import { digest, movedTables, removeRows } from "./move/tables.ts";

export interface Move {
  readonly organizationId: string;
  /** The shard that the organization leaves, as a role that may become `stela_owner`. */
  readonly sourceUrl: string;
  readonly targetUrl: string;
  /** As keys name it. */
  readonly targetShard: string;
  /** Told of each step that was done; what it throws ends the move there, to be taken up again. */
  readonly onStep?: (step: string) => void;
}

/**
 * Moves an organization to another shard without losing a write: frozen it is only read, copied, compared, and then the old shard says
 * where it lives. Every step can be repeated: a move that ended halfway is taken up where it was.
 */
export async function moveOrganization(move: Move): Promise<void> {
  const { organizationId, targetShard, onStep = () => {} } = move;
  await withShards(move, async (source, target) => {
    const { moved_to } = await organizationIn(source, organizationId);
    if (moved_to !== null && moved_to !== targetShard)
      throw new LocalStackError(`The organization lives in ${moved_to}.`);
    if (moved_to === null) {
      await freeze(source, organizationId);
      onStep("frozen");
      await copyAll(source, target, organizationId, onStep);
      await compare(source, target, organizationId);
      onStep("compared");
      await source.query("update stela.organizations set moved_to = $2 where id = $1", [organizationId, targetShard]);
      onStep("switched");
    }
    await target.query("update stela.organizations set frozen_at = null, moved_to = null where id = $1", [
      organizationId,
    ]);
    onStep("done");
  });
}

/** Gives up a move that has not switched: the organization is written in its old shard again, and the copy goes. */
export async function abortMove(move: Move): Promise<void> {
  await withShards(move, async (source, target) => {
    const { moved_to } = await organizationIn(source, move.organizationId);
    if (moved_to !== null) throw new LocalStackError(`The organization lives in ${moved_to} already.`);
    await removeRows(target, move.organizationId, true);
    await source.query("update stela.organizations set frozen_at = null where id = $1", [move.organizationId]);
  });
}

/** Removes what a finished move has left in the old shard, but for the keys that say where the organization lives. */
export async function removeMoved(move: Move): Promise<void> {
  await withShards(move, async (source, target) => {
    const { moved_to } = await organizationIn(source, move.organizationId);
    const home = await organizationIn(target, move.organizationId);
    if (moved_to !== move.targetShard || home.frozen_at !== null)
      throw new LocalStackError("The move is not finished.");
    await removeRows(source, move.organizationId, false);
  });
}

async function withShards(move: Move, work: (source: Shard, target: Shard) => Promise<void>): Promise<void> {
  const source = await openShard(move.sourceUrl, move.organizationId);
  try {
    const target = await openShard(move.targetUrl, move.organizationId);
    try {
      await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

interface Whereabouts {
  readonly frozen_at: Date | null;
  readonly moved_to: string | null;
}

async function organizationIn(shard: Shard, organizationId: string): Promise<Whereabouts> {
  const [row] = await shard.query<Whereabouts>("select frozen_at, moved_to from stela.organizations where id = $1", [
    organizationId,
  ]);
  if (row === undefined) throw new LocalStackError(`There is no organization ${organizationId} in that shard.`);
  return row;
}

async function copyAll(
  source: Shard,
  target: Shard,
  organizationId: string,
  onStep: (step: string) => void,
): Promise<void> {
  const tables = await movedTables(source);
  const there = await movedTables(target);
  if (JSON.stringify(tables) !== JSON.stringify(there))
    throw new LocalStackError("The two shards have not the same tables: migrate both.");
  await copyOrganization(source, target, organizationId);
  for (const table of tables) {
    await passNumbers(source, target, table, organizationId);
    const rows = await copyTable(source, target, table, organizationId);
    onStep(`copied ${rows} rows of ${table.name}`);
  }
}

/** Frozen in the target too, until the switch: no job seals or prunes half of it. */
async function copyOrganization(source: Shard, target: Shard, organizationId: string): Promise<void> {
  const [organization] = await source.query<{ row: string }>(
    "select row_to_json(o)::text as row from stela.organizations as o where id = $1",
    [organizationId],
  );
  await target.query(
    `with copied as (select * from json_populate_record(null::stela.organizations, $1::json))
     insert into stela.organizations select * from copied
     on conflict (id) do update set frozen_at = excluded.frozen_at, name = excluded.name, max_documents = excluded.max_documents,
       max_bytes = excluded.max_bytes, allowed_origins = excluded.allowed_origins`,
    [organization?.row],
  );
}

async function compare(source: Shard, target: Shard, organizationId: string): Promise<void> {
  for (const table of await movedTables(source)) {
    const [before, after] = [await digest(source, table, organizationId), await digest(target, table, organizationId)];
    if (before !== after)
      throw new LocalStackError(`The copy of ${table.name} differs: ${before} here, ${after} there.`);
  }
  const [counted] = await target.query<{ is_right: boolean }>(
    `select (select (coalesce(sum(documents), 0), coalesce(sum(bytes), 0)) from stela.container_counters where org_id = $1)
       = (select (count(*)::numeric, coalesce(sum(bytes), 0)::numeric) from stela.documents where org_id = $1) as is_right`,
    [organizationId],
  );
  if (!counted?.is_right) throw new LocalStackError("The counters of the copy differ from its documents.");
}
