import pg from "pg";

interface Revision {
  readonly documentId: string;
  readonly version: number;
  readonly operation: string;
  readonly content: string | null;
}

interface StoredDocument {
  readonly id: string;
  readonly containerTag: string;
  readonly customId: string;
  readonly version: number;
  readonly content: string;
}

interface Held {
  readonly documents: number;
  readonly bytes: number;
}

/** What is in the tables, read past the API. */
export interface Truth {
  readonly documents: readonly StoredDocument[];
  /** By document, in order of version. */
  readonly revisions: ReadonlyMap<string, readonly Revision[]>;
  /** Documents whose audit trail does not hold each of their revisions once. */
  readonly falselyAudited: readonly string[];
  readonly containerCounters: Readonly<Record<string, Held>>;
  readonly countedContainers: Readonly<Record<string, Held>>;
  readonly organizationCounter: Held;
  readonly countedOrganization: Held;
  /** Idempotency-Keys that were taken and have no answer. */
  readonly emptyKeys: number;
}

export async function readTruth(ownerUrl: string, organizationId: string): Promise<Truth> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  const rows = async <Row extends pg.QueryResultRow>(text: string) =>
    (await client.query<Row>(text, [organizationId])).rows;
  try {
    const revisions = await rows<Revision>(`
      select document_id as "documentId", version, operation, content from stela.revisions
      where org_id = $1 order by document_id, version`);
    const audited = await rows<{ documentId: string }>(`
      with changes as (
        select document_id, (details ->> 'version')::int as version, action from stela.audit_events
        where org_id = $1 and document_id is not null and outcome = 'done'
      ), history as (
        select document_id, version, 'document.' || operation as action from stela.revisions where org_id = $1
      )
      select document_id as "documentId" from (
        (select * from changes except all select * from history) union all (select * from history except all select * from changes)
      ) as difference`);
    const [keys] = await rows<{ count: number }>(
      "select count(*)::int as count from stela.idempotency where org_id = $1 and answer is null",
    );
    const sums = "sum(documents)::int as documents, sum(bytes)::int as bytes";
    const truth = "count(*)::int as documents, coalesce(sum(octet_length(content)), 0)::int as bytes";
    const [counter] = await rows<Held>(`select ${sums} from stela.organization_counters where org_id = $1`);
    const [counted] = await rows<Held>(`select ${truth} from stela.documents where org_id = $1`);
    return {
      documents: await rows<StoredDocument>(`
        select id, container_tag as "containerTag", custom_id as "customId", version, content from stela.documents
        where org_id = $1`),
      revisions: Map.groupBy(revisions, ({ documentId }) => documentId),
      falselyAudited: audited.map(({ documentId }) => documentId),
      containerCounters: byTag(
        await rows(`select container_tag as tag, ${sums} from stela.container_counters where org_id = $1 group by 1`),
      ),
      countedContainers: byTag(
        await rows(`
          select c.container_tag as tag, count(d.id)::int as documents, coalesce(sum(octet_length(d.content)), 0)::int as bytes
          from stela.containers as c left join stela.documents as d using (org_id, container_tag)
          where c.org_id = $1 group by 1`),
      ),
      organizationCounter: counter ?? { documents: 0, bytes: 0 },
      countedOrganization: counted ?? { documents: 0, bytes: 0 },
      emptyKeys: keys?.count ?? 0,
    };
  } finally {
    await client.end();
  }
}

/** How often each mark came into a document, anywhere: once for each place where it stands that it did not stand a version before. */
export function arrivals({ revisions }: Pick<Truth, "revisions">): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [documentId, history] of revisions) {
    let before: readonly string[] = [];
    for (const { version, content } of history) {
      if (content === null) continue;
      const left = [...before];
      before = marksIn(content);
      for (const mark of before) {
        const index = left.indexOf(mark);
        if (index >= 0) left.splice(index, 1);
        else found.set(mark, [...(found.get(mark) ?? []), `${documentId} ${version}`]);
      }
    }
  }
  return found;
}

export function marksIn(content: string): string[] {
  return content.match(/<\d+>/g) ?? [];
}

function byTag(rows: readonly pg.QueryResultRow[]): Readonly<Record<string, Held>> {
  return Object.fromEntries(rows.map(({ tag, documents, bytes }) => [tag, { documents, bytes }]));
}
