import type { Client } from "pg";
import type { Bench } from "../bench.ts";
import type { DataSet } from "./data-set.ts";
import { createProse } from "./prose.ts";

export const DOCUMENTS_TAG = "prose";
const BATCH = 1_000;
const SEED = 1;

export const documentId = (index: number) => `notes/${String(index).padStart(6, "0")}`;

/** Documents of prose, to be searched. The same ones in every run. */
export const documents: DataSet = {
  title: "documents of prose",
  containerTag: DOCUMENTS_TAG,
  size: (scale) => scale.documents,
  async build(owner, bench) {
    const prose = createProse(SEED);
    const isIndexed = await hasSearchIndex(owner);
    let inserted: Promise<void> = Promise.resolve();
    for (let first = 0; first < bench.scale.documents; first += BATCH) {
      const count = Math.min(BATCH, bench.scale.documents - first);
      const texts = Array.from({ length: count }, () => prose.document()); // Written while the batch before is stored.
      await inserted;
      inserted = insertDocuments(owner, bench, first, texts).then(() =>
        isIndexed ? indexNewest(owner, bench, first, count) : undefined,
      );
      inserted.catch(() => {}); // Awaited above, once the next batch is written.
    }
    await inserted;
  },
};

async function insertDocuments(
  owner: Client,
  { organizationId }: Bench,
  first: number,
  texts: readonly string[],
): Promise<void> {
  await owner.query(
    `insert into stela.documents (org_id, id, container_tag, custom_id, version, content)
     select $1, uuidv7(), $2, custom_id, 1, content from unnest($3::text[], $4::text[]) as made (custom_id, content)`,
    [organizationId, DOCUMENTS_TAG, texts.map((_, index) => documentId(first + index)), texts],
  );
}

async function hasSearchIndex(owner: Client): Promise<boolean> {
  const { rows } = await owner.query<{ has: boolean }>("select to_regclass('stela.search_marks') is not null as has");
  return rows[0]?.has === true;
}

/** What the trigger on a written document and the scheduled job do: otherwise the first searches that are measured would do it. */
async function indexNewest(owner: Client, { organizationId }: Bench, first: number, count: number): Promise<void> {
  await owner.query(
    `insert into stela.search_marks (org_id, container_tag, document_id, transaction_id)
     select org_id, container_tag, id, 0 from stela.documents
     where org_id = $1 and container_tag = $2 and custom_id between $3 and $4`,
    [organizationId, DOCUMENTS_TAG, documentId(first), documentId(first + count - 1)],
  );
  await owner.query("select stela.index_marked($1, $2)", [DOCUMENTS_TAG, count]);
}
