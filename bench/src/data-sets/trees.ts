import type { Client } from "pg";
import type { Bench } from "../bench.ts";
import type { DataSet } from "./data-set.ts";

export const TREES_TAG = "trees";

export const treePath = (tree: string) => `/memories/${tree}`;

/** A directory of many files for each round, each file with the revision of its creation. */
const treesFor = (change: "rename" | "delete"): DataSet => ({
  title: `directories to ${change}`,
  containerTag: TREES_TAG,
  size: ({ rounds, treeFiles }) => rounds * treeFiles,
  async build(owner, bench) {
    for (let round = 1; round <= bench.scale.rounds; round++) {
      await insertTree(owner, bench, treePath(`${change}-${round}`));
    }
  },
});

export const renamedTrees = treesFor("rename");
export const deletedTrees = treesFor("delete");

async function insertTree(owner: Client, { organizationId, scale }: Bench, path: string): Promise<void> {
  await owner.query(
    `with files as (
       insert into stela.documents (org_id, id, container_tag, custom_id, version, content)
       select $1, uuidv7(), $2, $3 || '/part-' || n / 100 || '/file-' || lpad(n::text, 6, '0') || '.md', 1,
         'File ' || n || E'\\nMoved and deleted with its directory.\\n'
       from generate_series(0, $4::integer - 1) as n returning *
     )
     insert into stela.revisions (org_id, document_id, version, container_tag, custom_id, operation, content, metadata, tags, fields, actor)
     select org_id, id, version, container_tag, custom_id, 'create', content, metadata, tags,
       jsonb_build_object('category', category, 'key', key, 'importance', importance, 'status', status, 'source', source,
         'pinned', is_pinned, 'expiresAt', expires_at), 'system'
     from files`,
    [organizationId, TREES_TAG, path, scale.treeFiles],
  );
}
