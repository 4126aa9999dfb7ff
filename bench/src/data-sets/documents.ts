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
    let inserted: Promise<void> = Promise.resolve();
    for (let first = 0; first < bench.scale.documents; first += BATCH) {
      const count = Math.min(BATCH, bench.scale.documents - first);
      const texts = Array.from({ length: count }, () => prose.document()); // Written while the batch before is stored.
      await inserted;
      inserted = insertDocuments(owner, bench, first, texts);
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
