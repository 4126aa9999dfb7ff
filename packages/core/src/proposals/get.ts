import { sql } from "drizzle-orm";
import type * as z from "zod";
import { type Context, reads } from "../context.ts";
import { documents } from "../db/schema/documents.ts";
import { proposals } from "../db/schema/proposals.ts";
import { query } from "../db/statement.ts";
import { type StoredDocument, toDocument } from "../documents/stored.ts";
import { decisionError } from "./decision.ts";
import { type ProposalWithPresent, type StoredProposal, toProposal } from "./schema.ts";

/** Reads a proposal, and the document of its name as it is now, to compare the two. */
export async function get(context: Context, id: string): Promise<z.infer<typeof ProposalWithPresent>> {
  const found = await context.run(
    reads(null),
    query<{ proposal: StoredProposal; present: StoredDocument | null } | null>(sql`(
      select json_build_object('proposal', stela.proposal_json(proposals, true), 'present', (
        select stela.document_json(documents) from ${documents}
        where ${documents.orgId} = stela.current_org() and ${documents.containerTag} = ${proposals.containerTag}
          and ${documents.customId} = ${proposals.customId}
      ))
      from ${proposals}
      where ${proposals.orgId} = stela.current_org() and ${proposals.id} = ${id} and stela.may_access(${proposals.containerTag})
    )`),
  );
  if (found === null) throw decisionError({ outcome: "missing" });
  const { proposal, present } = found;
  return { proposal: toProposal(proposal), ...(present === null ? {} : { present: toDocument(present) }) };
}
