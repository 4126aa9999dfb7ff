import { type Document, NotFoundError, type Proposal } from "@stela/sdk";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { stela } from "../../lib/stela.ts";
import { namesIn, operationsOf } from "./operations.ts";

const PAGE = 100;

export interface ProposalFilters {
  readonly status: Proposal["status"];
  readonly containerTag?: string;
  readonly actor?: string;
}

export const proposalsQuery = (filters: ProposalFilters) =>
  infiniteQueryOptions({
    queryKey: ["proposals", filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filters, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      const { proposals, nextCursor } = await stela.proposals.list(query, { signal });
      return { proposals, nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export interface ProposalInContext {
  readonly proposal: Proposal;
  /** The document it is about as it is now; undefined where there is none, or where it is about several. */
  readonly present: Document | undefined;
  /** Every document that its operations name, by name. */
  readonly documents: ReadonlyMap<string, Document>;
}

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ["proposal", id],
    queryFn: async ({ signal }): Promise<ProposalInContext> => {
      const { proposal, present } = await stela.proposals.get(id, { signal });
      const found = present ?? (await followed(proposal, signal));
      if (found !== undefined)
        return { proposal, present: found, documents: new Map([[proposal.customId ?? "", found]]) };
      const names = proposal.op === "batch" && proposal.status !== "approved" ? namesIn(operationsOf(proposal)) : [];
      const documents = await Promise.all(
        names.map((customId) =>
          orUndefined(stela.documents.get({ containerTag: proposal.containerTag, customId }, { signal })),
        ),
      );
      return {
        proposal,
        present: undefined,
        documents: new Map(documents.flatMap((each) => (each === undefined ? [] : [[each.customId, each]]))),
      };
    },
    staleTime: 0,
  });

/** An edit is done to its document wherever that was moved since. */
async function followed({ op, documentId }: Proposal, signal: AbortSignal): Promise<Document | undefined> {
  return op === "edit" && documentId !== undefined
    ? await orUndefined(stela.documents.get(documentId, { signal }))
    : undefined;
}

async function orUndefined(document: PromiseLike<Document>): Promise<Document | undefined> {
  try {
    return await document;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Which documents a delete or a move takes, when it is about what lies beneath a name. */
export const beneathQuery = (containerTag: string, name: string) =>
  queryOptions({
    queryKey: ["beneath", containerTag, name],
    queryFn: async ({ signal }) => {
      const query = { prefix: `${name}/`, limit: PAGE, total: true } as const;
      const { documents, total } = await stela.documents.list(containerTag, query, { signal });
      return { documents, total: total ?? documents.length };
    },
    staleTime: 0,
  });
