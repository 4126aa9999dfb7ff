import type * as z from "zod";
import { type Context, reads } from "../context.ts";
import { sql } from "../db/sql.ts";
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
        select stela.document_json(documents) from stela.documents
        where documents.org_id = stela.current_org() and documents.container_tag = proposals.container_tag
          and documents.custom_id = proposals.custom_id
      ))
      from stela.proposals
      where proposals.org_id = stela.current_org() and proposals.id = ${id} and stela.may_access(proposals.container_tag)
    )`),
  );
  if (found === null) throw decisionError({ outcome: "missing" });
  const { proposal, present } = found;
  return { proposal: toProposal(proposal), ...(present === null ? {} : { present: toDocument(present) }) };
}
