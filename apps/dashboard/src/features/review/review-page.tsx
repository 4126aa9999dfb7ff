import { type ApproveBody, ConflictError, type Proposal } from "@stela/sdk";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeft, Keyboard } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Card, Page } from "../../components/page.tsx";
import { Empty, Failed, Loading } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { classNames } from "../../lib/class-names.ts";
import { basisOf, isOutdated } from "./basis.ts";
import { correctionOf } from "./correction.ts";
import { ListHead } from "./list-head.tsx";
import { ProposalDetail } from "./proposal-detail.tsx";
import { ProposalFilters } from "./proposal-filters.tsx";
import { ProposalList, titleOf } from "./proposal-list.tsx";
import { type ProposalFilters as Filters, proposalQuery, proposalsQuery } from "./queries.ts";
import { type OpenDialog, ReviewDialogs } from "./review-dialogs.tsx";
import { useDecisions } from "./use-decisions.ts";
import { useKeys } from "./use-keys.ts";
import { useSelection } from "./use-selection.ts";

const route = getRouteApi("/signed-in/review");

/** What agents would write and may not: a person looks at it, puts it right, and decides. By hand or by keyboard. */
export function ReviewPage() {
  const { status = "pending", container, actor, id } = route.useSearch();
  const navigate = route.useNavigate();
  const toast = useToast();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const filters: Filters = { status, ...(container && { containerTag: container }), ...(actor && { actor }) };
  const list = useInfiniteQuery(proposalsQuery(filters));
  const proposals = list.data?.pages.flatMap((page) => page.proposals) ?? [];
  const selection = useSelection(proposals);
  const { data: open } = useQuery({ ...proposalQuery(id ?? ""), enabled: id !== undefined });
  const place = proposals.findIndex((proposal) => proposal.id === id);

  const openAt = (index: number) => {
    const next = proposals[Math.max(0, Math.min(proposals.length - 1, index))];
    if (next !== undefined) void navigate({ search: (search) => ({ ...search, id: next.id }), replace: true });
    if (index >= proposals.length && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  };
  const decisions = useDecisions((ids) => {
    if (id === undefined || !ids.has(id)) return;
    const rest = (each: Proposal) => !ids.has(each.id);
    const next = proposals.slice(place + 1).find(rest) ?? proposals.slice(0, Math.max(0, place)).findLast(rest);
    void navigate({
      search: ({ id: _, ...search }) => ({ ...search, ...(next !== undefined && { id: next.id }) }),
      replace: true,
    });
  });
  const { approve, reject, approveMany, rejectMany } = decisions;
  const isBusy = approve.isPending || reject.isPending || approveMany.isPending || rejectMany.isPending;
  const show = (next: OpenDialog) => {
    for (const decision of [approve, reject, approveMany, rejectMany]) decision.reset();
    setDialog(next);
  };

  const waiting = open?.proposal.status === "pending" ? open : undefined;
  const correction = waiting === undefined ? null : correctionOf(waiting);
  const hasMovedOn = approve.error instanceof ConflictError && approve.error.reason === "moved_on";
  const needsAsking =
    waiting !== undefined &&
    (isOutdated(waiting.proposal, basisOf(waiting.proposal, waiting.present)) ||
      (hasMovedOn && waiting.proposal.op === "batch" && approve.variables?.proposal.id === id));
  const decideOne = (body: ApproveBody = {}) => {
    if (waiting === undefined || isBusy) return;
    approve.mutate(
      { proposal: waiting.proposal, body },
      {
        onSuccess: ({ version }) => {
          toast({
            text: `Approved ${titleOf(waiting.proposal)}${version === undefined ? "" : `: version ${version}`}.`,
          });
          setDialog(null);
        },
      },
    );
  };
  const act = {
    approve: () => {
      if (selection.selected.length > 0) show("approve-many");
      else if (needsAsking) show("over");
      else decideOne();
    },
    correct: () => correction !== null && show("correct"),
    reject: () => {
      if (selection.selected.length > 0) show("reject-many");
      else if (waiting !== undefined) show("reject");
    },
  };
  const keys = useKeys(
    new Map<string, () => void>([
      ["j", () => openAt(place + 1)],
      ["ArrowDown", () => openAt(place + 1)],
      ["k", () => openAt(Math.max(0, place - 1))],
      ["ArrowUp", () => openAt(Math.max(0, place - 1))],
      ["x", () => status === "pending" && place >= 0 && selection.toggle(place)],
      ["a", act.approve],
      ["e", act.correct],
      ["r", act.reject],
      ["?", () => show("keys")],
    ]),
  );

  return (
    <Page
      title="Review"
      lead="What agents propose, and may not write themselves. Nothing of it is in their memory until you approve it."
      actions={
        <Button kind="quiet" onClick={() => show("keys")} aria-keyshortcuts="?">
          <Keyboard aria-hidden="true" /> Keys
        </Button>
      }
    >
      <div className={classNames(id !== undefined && "max-md:hidden")}>
        <ProposalFilters key={`${container} ${actor}`} />
      </div>
      {list.isPending ? (
        <Loading />
      ) : list.error !== null && list.data === undefined ? (
        <Failed error={list.error} onRetry={list.refetch} />
      ) : (
        <div className="grid min-h-0 items-start gap-5 md:grid-cols-[minmax(16rem,22rem)_1fr]">
          <div
            className={classNames(
              "min-w-0",
              id !== undefined ? "max-md:hidden" : proposals.length === 0 && "md:col-span-2",
            )}
          >
            {proposals.length === 0 ? (
              <Nothing isFiltered={container !== undefined || actor !== undefined} status={status} />
            ) : (
              <Card className="overflow-hidden">
                {status === "pending" && (
                  <ListHead selection={selection} isBusy={isBusy} onApprove={act.approve} onReject={act.reject} />
                )}
                <ProposalList
                  proposals={proposals}
                  openId={id}
                  selection={status === "pending" ? selection : null}
                  hasMore={list.hasNextPage}
                  isLoadingMore={list.isFetchingNextPage}
                  onLoadMore={list.fetchNextPage}
                />
              </Card>
            )}
          </div>
          {id === undefined ? (
            proposals.length > 0 && (
              <div className="max-md:hidden">
                <Empty title="Choose a proposal">What it would change, and who wants it, is shown here.</Empty>
              </div>
            )
          ) : (
            <div className="min-w-0">
              <Link
                from="/review"
                to="/review"
                search={({ id: _, ...search }) => search}
                className="mb-3 inline-flex items-center gap-1 text-accent underline md:hidden"
              >
                <ArrowLeft className="size-4" aria-hidden="true" /> All proposals
              </Link>
              <ProposalDetail
                key={id}
                id={id}
                isBusy={isBusy}
                refusal={dialog === null && approve.variables?.proposal.id === id ? approve.error : null}
                onApprove={() => (needsAsking ? show("over") : decideOne())}
                onCorrect={act.correct}
                onReject={() => show("reject")}
              />
            </div>
          )}
        </div>
      )}
      <ReviewDialogs
        {...{ dialog, waiting, correction, decisions, keys, decideOne }}
        selected={selection.selected}
        onReport={(report) => {
          selection.clear();
          setDialog(report);
        }}
        onClose={() => setDialog(null)}
      />
    </Page>
  );
}

function Nothing({ isFiltered, status }: { isFiltered: boolean; status: Proposal["status"] }) {
  if (isFiltered) return <Empty title="No proposal matches">Take a filter away to see more.</Empty>;
  if (status !== "pending") return <Empty title={`Nothing was ${status} yet`} />;
  return (
    <Empty title="Nothing waits for you">
      Give an agent a key that may only propose (documents:propose), and what it wants to write is kept here until a
      person decides.
    </Empty>
  );
}
