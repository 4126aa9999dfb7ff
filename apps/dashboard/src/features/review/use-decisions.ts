import { type ApproveBody, ConflictError, type Decisions, type Proposal } from "@stela/sdk";
import { type InfiniteData, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { stela } from "../../lib/stela.ts";

/** Proposals that are decided in one request. */
const AT_ONCE = 100;

interface Refused {
  readonly proposal: Proposal;
  readonly detail: string;
}

export interface ManyDecided {
  readonly decided: number;
  readonly refused: readonly Refused[];
}

interface Many {
  readonly proposals: readonly Proposal[];
  readonly reason?: string | undefined;
}

interface ProposalPage {
  readonly proposals: readonly Proposal[];
  readonly nextCursor: string | null;
}

/** Deciding, and what the lists show afterwards. `onDecided` hears of those that wait no longer before they leave the list. */
export function useDecisions(onDecided: (ids: ReadonlySet<string>) => void) {
  const queryClient = useQueryClient();
  const settle = (ids: ReadonlySet<string>) => {
    onDecided(ids);
    const pending: { queryKey: QueryKey } = { queryKey: ["proposals"] };
    queryClient.setQueriesData<InfiniteData<ProposalPage>>(
      { ...pending, predicate: ({ queryKey }) => (queryKey[1] as { status?: string }).status === "pending" },
      (data) => data && { ...data, pages: data.pages.map((page) => without(page, ids)) },
    );
    // What was decided is in another list now; what it wrote, on other pages.
    void queryClient.invalidateQueries({ ...pending, refetchType: "none" });
    for (const id of ids) void queryClient.invalidateQueries({ queryKey: ["proposal", id] });
    void queryClient.invalidateQueries({ queryKey: ["document"] });
  };
  const onError = (error: unknown, { proposal }: { proposal: Proposal }) => {
    if (error instanceof ConflictError && error.reason === "decided") settle(new Set([proposal.id]));
    void queryClient.invalidateQueries({ queryKey: ["proposal", proposal.id] });
  };
  const many = (send: (ids: readonly string[], reason?: string) => PromiseLike<Decisions>) => ({
    mutationFn: async ({ proposals, reason }: Many): Promise<ManyDecided> => {
      const refused: Refused[] = [];
      for (let at = 0; at < proposals.length; at += AT_ONCE) {
        const part = proposals.slice(at, at + AT_ONCE);
        const { results } = await send(
          part.map(({ id }) => id),
          reason,
        );
        settle(new Set(results.filter(({ problem }) => !problem || waitsNoMore(problem)).map(({ id }) => id)));
        for (const { id, problem } of results) {
          const proposal = part.find((each) => each.id === id);
          if (problem !== undefined && proposal !== undefined) refused.push({ proposal, detail: problem.detail });
        }
      }
      return { decided: proposals.length - refused.length, refused };
    },
  });
  return {
    approve: useMutation({
      mutationFn: ({ proposal, body }: { proposal: Proposal; body?: ApproveBody }) =>
        stela.proposals.approve(proposal.id, body),
      onSuccess: ({ id }) => settle(new Set([id])),
      onError,
    }),
    reject: useMutation({
      mutationFn: ({ proposal, reason }: { proposal: Proposal; reason?: string | undefined }) =>
        stela.proposals.reject(proposal.id, reason),
      onSuccess: ({ id }) => settle(new Set([id])),
      onError,
    }),
    approveMany: useMutation(many((ids) => stela.proposals.approveMany(ids))),
    rejectMany: useMutation(many((ids, reason) => stela.proposals.rejectMany(ids, reason))),
  };
}

/** Somebody was faster, or it was erased. */
function waitsNoMore({ code, ...problem }: NonNullable<Decisions["results"][number]["problem"]>): boolean {
  return code === "not_found" || problem["reason"] === "decided";
}

function without(page: ProposalPage, ids: ReadonlySet<string>): ProposalPage {
  return { ...page, proposals: page.proposals.filter(({ id }) => !ids.has(id)) };
}
