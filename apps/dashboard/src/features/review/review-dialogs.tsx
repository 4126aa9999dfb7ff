import type { ApproveBody, Proposal } from "@stela/sdk";
import { useToast } from "../../components/toast.tsx";
import { count } from "../../lib/format.ts";
import { CorrectDialog } from "./correct-dialog.tsx";
import { approvalOver, type Correction } from "./correction.ts";
import { ApproveManyDialog, ApproveOverDialog, RejectDialog, ReportDialog } from "./decide-dialogs.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { titleOf } from "./proposal-list.tsx";
import type { ProposalInContext } from "./queries.ts";
import type { ManyDecided, useDecisions } from "./use-decisions.ts";
import type { useKeys } from "./use-keys.ts";

type Report = ManyDecided & { readonly verb: string };

export type OpenDialog = "keys" | "correct" | "reject" | "over" | "reject-many" | "approve-many" | Report;

interface ReviewDialogsProps {
  readonly dialog: OpenDialog | null;
  /** The open proposal, while it waits. */
  readonly waiting: ProposalInContext | undefined;
  readonly correction: Correction | null;
  readonly selected: readonly Proposal[];
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly keys: ReturnType<typeof useKeys>;
  readonly decideOne: (body?: ApproveBody) => void;
  /** Many were decided: what to show, or null when there is nothing to say but a toast. */
  readonly onReport: (report: Report | null) => void;
  readonly onClose: () => void;
}

/** What is asked before something is decided, and what is said after. */
export function ReviewDialogs(props: ReviewDialogsProps) {
  const { dialog, waiting, correction, selected, decisions, keys, decideOne, onReport, onClose } = props;
  const { approve, reject, approveMany, rejectMany } = decisions;
  const toast = useToast();
  const report = (verb: string) => (result: ManyDecided) => {
    if (result.refused.length === 0) toast({ text: `${count(result.decided, "proposal")} ${verb}.` });
    onReport(result.refused.length === 0 ? null : { ...result, verb });
  };
  if (dialog === null) return null;
  if (dialog === "keys") return <KeysDialog areOn={keys.areOn} onTurn={keys.turn} onClose={onClose} />;
  if (dialog === "approve-many") {
    return (
      <ApproveManyDialog
        proposals={selected}
        isBusy={approveMany.isPending}
        error={approveMany.error}
        onClose={onClose}
        onApprove={() => approveMany.mutate({ proposals: selected }, { onSuccess: report("approved") })}
      />
    );
  }
  if (dialog === "reject-many") {
    return (
      <RejectDialog
        proposals={selected}
        isBusy={rejectMany.isPending}
        error={rejectMany.error}
        onClose={onClose}
        onReject={(reason) => rejectMany.mutate({ proposals: selected, reason }, { onSuccess: report("rejected") })}
      />
    );
  }
  if (typeof dialog === "object") return <ReportDialog report={dialog} onClose={onClose} />;
  if (waiting === undefined) return null;
  const { proposal } = waiting;
  if (dialog === "reject") {
    const onSuccess = () => {
      toast({ text: `Rejected ${titleOf(proposal)}.` });
      onClose();
    };
    return (
      <RejectDialog
        proposals={[proposal]}
        isBusy={reject.isPending}
        error={reject.error}
        onClose={onClose}
        onReject={(reason) => reject.mutate({ proposal, reason }, { onSuccess })}
      />
    );
  }
  if (dialog === "over") {
    return (
      <ApproveOverDialog
        proposals={[proposal]}
        isBusy={approve.isPending}
        error={approve.error}
        onClose={onClose}
        onApprove={() => decideOne(approvalOver(waiting))}
      />
    );
  }
  return (
    correction !== null && (
      <CorrectDialog
        name={titleOf(proposal)}
        correction={correction}
        isBusy={approve.isPending}
        error={approve.error}
        onApprove={decideOne}
        onClose={onClose}
      />
    )
  );
}
