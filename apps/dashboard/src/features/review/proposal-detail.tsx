import type { Proposal } from "@stela/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, PencilLine, TriangleAlert, X } from "lucide-react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Empty, Failed, Loading } from "../../components/states.tsx";
import { failureOf } from "../../lib/failure.ts";
import { basisOf, isOutdated } from "./basis.ts";
import { correctionOf } from "./correction.ts";
import { Effects } from "./effects.tsx";
import { titleOf } from "./proposal-list.tsx";
import { Provenance } from "./provenance.tsx";
import { proposalQuery } from "./queries.ts";

interface ProposalDetailProps {
  readonly id: string;
  readonly isBusy: boolean;
  /** Why the last try to decide it failed; null when it did not. */
  readonly refusal: unknown;
  readonly onApprove: () => void;
  readonly onCorrect: () => void;
  readonly onReject: () => void;
}

const TONES = { pending: "warn", approved: "good", rejected: "bad" } as const;

/** One proposal: what it would write, against what is there, and who wants it. */
export function ProposalDetail({ id, isBusy, refusal, onApprove, onCorrect, onReject }: ProposalDetailProps) {
  const { data, error, isPending, refetch } = useQuery(proposalQuery(id));
  if (isPending) return <Loading />;
  if (error !== null) {
    if (failureOf(error).kind !== "missing") return <Failed error={error} onRetry={refetch} />;
    return (
      <Empty title="There is no such proposal">It was erased with its document, or is in another organization.</Empty>
    );
  }
  const { proposal, present } = data;
  const basis = basisOf(proposal, present);
  const correction = correctionOf(data);
  return (
    <article aria-label={titleOf(proposal)} className="flex min-w-0 flex-col gap-4">
      <Title proposal={proposal} />
      <Provenance proposal={proposal} basis={basis} />
      {proposal.status === "pending" && (
        <>
          {isOutdated(proposal, basis) && (
            <p className="flex items-start gap-2 rounded-lg bg-warning-soft px-3 py-2 text-warning">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              The document is not what this was based on. Approving writes over what is there now.
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" isBusy={isBusy} onClick={onApprove} aria-keyshortcuts="a">
              <Check aria-hidden="true" /> Approve{isOutdated(proposal, basis) && "…"}
            </Button>
            <Button
              disabled={isBusy || correction === null}
              title={correction === null ? "There is no text or name in it to correct." : undefined}
              onClick={onCorrect}
              aria-keyshortcuts="e"
            >
              <PencilLine aria-hidden="true" /> Correct…
            </Button>
            <Button kind="danger" disabled={isBusy} onClick={onReject} aria-keyshortcuts="r">
              <X aria-hidden="true" /> Reject…
            </Button>
          </div>
          {refusal !== null && (
            <p role="alert" className="text-danger">
              {failureOf(refusal).message}
            </p>
          )}
        </>
      )}
      {proposal.status === "rejected" && <p className="text-muted">It was not written. Now it would do this:</p>}
      {proposal.status === "approved" ? (
        <p className="text-muted">It was written, and is part of the history.</p>
      ) : (
        <div data-keeps-arrows="" className="flex min-w-0 flex-col gap-3">
          <Effects {...data} />
        </div>
      )}
    </article>
  );
}

function Title({ proposal }: { proposal: Proposal }) {
  const { op, customId, containerTag, status } = proposal;
  const name = titleOf(proposal);
  return (
    <header className="flex flex-col gap-1">
      <h2 dir="auto" className="font-semibold [overflow-wrap:anywhere]">
        {customId === undefined ? (
          name
        ) : (
          <Link
            to="/memories/$containerTag"
            params={{ containerTag }}
            search={{ doc: customId }}
            className="font-mono text-sm hover:underline"
          >
            {name}
          </Link>
        )}
      </h2>
      <p className="flex flex-wrap items-center gap-2 text-muted">
        <Badge tone={op === "delete" ? "bad" : "plain"}>{op}</Badge>
        <Badge tone={TONES[status]}>{status === "pending" ? "waiting" : status}</Badge>
        <Link
          from="/review"
          to="/review"
          search={(search) => ({ ...(search.status && { status: search.status }), container: containerTag })}
          title={`Only in ${containerTag}`}
          className="hover:underline"
        >
          {containerTag}
        </Link>
      </p>
    </header>
  );
}
