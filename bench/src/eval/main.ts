import { randomUUID } from "node:crypto";
import { neon, neonConfig } from "@neondatabase/serverless";
import { startTestDatabaseServer } from "@stela/local/testing";
import { bm25 } from "./bm25.ts";
import { type Conversation, readLocomo } from "./locomo.ts";

const DEPTHS = [5, 10, 20] as const;
const DEEPEST = 20;

type Recalls = Map<number, { questions: number; at: number[] }>;

/** `npm run eval -- locomo10.json`: how much of the evidence search finds, beside plain BM25 on the same text. */
async function main(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    process.stderr.write("Name LoCoMo's file: npm run eval -- locomo10.json\n");
    process.exit(1);
  }
  const conversations = await readLocomo(file);
  const server = await startTestDatabaseServer();
  try {
    const { ownerUrl, appUrl, endpointUrl } = await server.createDatabase();
    neonConfig.fetchEndpoint = endpointUrl;
    const organization = randomUUID();
    await neon(ownerUrl)`insert into stela.organizations (id, name) values (${organization}, 'eval')`;
    const [ours, theirs]: [Recalls, Recalls] = [new Map(), new Map()];
    for (const conversation of conversations) {
      const search = await load(appUrl, organization, conversation);
      const plain = bm25(conversation.turns);
      for (const { text, category, evidence } of conversation.questions) {
        count(ours, category, evidence, await search(text));
        count(theirs, category, evidence, plain(text, DEEPEST));
      }
    }
    process.stdout.write(`${table("Stela", ours)}\n\n${table("Plain BM25", theirs)}\n`);
  } finally {
    await server.stop();
  }
}

/** Writes a conversation into a container of its own, a document for each turn, and gives back the search of it. */
async function load(appUrl: string, organization: string, { name, turns }: Conversation) {
  const sql = neon(appUrl);
  const asking = () =>
    sql`select set_config('app.org_id', ${organization}, true), set_config('app.containers', '{*}', true)`;
  await sql.transaction([
    asking(),
    sql`insert into stela.documents (org_id, id, container_tag, custom_id, version, content)
      select ${organization}::uuid, gen_random_uuid(), ${name}, id, 1, text
      from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) as turn (id text, text text) on conflict do nothing`,
  ]);
  return async (question: string): Promise<string[]> => {
    const [, rows] = await sql.transaction([
      asking(),
      sql`select d.custom_id as id from stela.search_matches(array[${name}::text], ${question}, ${DEEPEST}) as m
        join stela.documents as d on d.org_id = stela.current_org() and d.id = m.document_id order by m.score desc, m.document_id`,
    ]);
    return (rows as { id: string }[]).map(({ id }) => id);
  };
}

function count(recalls: Recalls, category: number, evidence: readonly string[], found: readonly string[]): void {
  const recall = recalls.get(category) ?? { questions: 0, at: DEPTHS.map(() => 0) };
  recall.questions += 1;
  recall.at = DEPTHS.map((depth, index) => {
    const top = new Set(found.slice(0, depth));
    return (recall.at[index] ?? 0) + evidence.filter((one) => top.has(one)).length / evidence.length;
  });
  recalls.set(category, recall);
}

function table(title: string, recalls: Recalls): string {
  const rows = [...recalls].toSorted(([a], [b]) => a - b);
  const all = { questions: 0, at: DEPTHS.map(() => 0) };
  for (const [, { questions, at }] of rows) {
    all.questions += questions;
    all.at = all.at.map((sum, index) => sum + (at[index] ?? 0));
  }
  const line = (name: string, { questions, at }: { questions: number; at: number[] }) =>
    `| ${name} | ${questions} | ${at.map((sum) => (sum / questions).toFixed(3)).join(" | ")} |`;
  return [
    `| ${title} | questions | recall@5 | @10 | @20 |`,
    "| --- | --- | --- | --- | --- |",
    ...rows.map(([category, recall]) => line(`category ${category}`, recall)),
    line("all", all),
  ].join("\n");
}

await main();
