import type { Client } from "pg";
import type { Bench, Scale } from "../bench.ts";
import type { DataSet } from "./data-set.ts";

export const FILES_TAG = "files";
export const FEW_TAG = "few-files";
const TOPICS = 100;
// Rows of one statement: its triggers see all of them at once.
const BATCH = 100_000;

/** Ten areas of ten topics each with all files beneath: `view /memories` shows the same entries however many there are. */
const filesIn = (containerTag: string, size: (scale: Scale) => number): DataSet => ({
  title: "files",
  containerTag,
  size,
  build: (owner, bench) => insertFiles(owner, bench, containerTag, size(bench.scale)),
});

export const files = filesIn(FILES_TAG, ({ files: count }) => count);
export const fewFiles = filesIn(FEW_TAG, ({ fewFiles: count }) => count);

async function insertFiles(
  owner: Client,
  { organizationId }: Bench,
  containerTag: string,
  count: number,
): Promise<void> {
  const each = count / TOPICS;
  for (let first = 0; first < count; first += BATCH) {
    await owner.query(
      `insert into stela.documents (org_id, id, container_tag, custom_id, version, content)
       select $1, uuidv7(), $2,
         '/memories/area-' || n / ($3 * 10) || '/topic-' || n / $3 % 10 || '/note-' || lpad((n % $3)::text, 6, '0') || '.md',
         1, 'Note ' || n || E'\\nKept for the team, as agreed.\\n'
       from generate_series($4::integer, $5::integer) as n`,
      [organizationId, containerTag, each, first, Math.min(first + BATCH, count) - 1],
    );
  }
}
