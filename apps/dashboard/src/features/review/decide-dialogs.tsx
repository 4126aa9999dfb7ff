import type { Proposal } from "@stela/sdk";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextArea } from "../../components/field.tsx";
import { failureOf } from "../../lib/failure.ts";
import { count } from "../../lib/format.ts";
import { titleOf } from "./proposal-list.tsx";
import type { ManyDecided } from "./use-decisions.ts";

interface DecideProps {
  readonly proposals: readonly Proposal[];
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
}

/** The API keeps no longer reason. Characters. */
const LONGEST_REASON = 1_000;

export function RejectDialog({
  proposals,
  isBusy,
  error,
  onClose,
  onReject,
}: DecideProps & { onReject: (reason: string | undefined) => void }) {
  const [reason, setReason] = useState("");
  return (
    <Dialog
      title={`Reject ${count(proposals.length, "proposal")}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" type="submit" form="reject" isBusy={isBusy}>
            Reject
          </Button>
        </>
      }
    >
      <Names proposals={proposals} />
      <p>Nothing is written. What was rejected cannot be approved later: it has to be proposed again.</p>
      <form
        id="reject"
        onSubmit={(event) => {
          event.preventDefault();
          onReject(reason.trim() === "" ? undefined : reason.trim());
        }}
      >
        <TextArea
          label="Reason"
          hint="Whoever proposed it can read it. It may be left empty."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={error === null ? undefined : failureOf(error).message}
          maxLength={LONGEST_REASON}
          rows={3}
          dir="auto"
        />
      </form>
    </Dialog>
  );
}

export function ApproveManyDialog({
  proposals,
  isBusy,
  error,
  onClose,
  onApprove,
}: DecideProps & { onApprove: () => void }) {
  return (
    <Dialog
      title={`Approve ${count(proposals.length, "proposal")}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={isBusy} onClick={onApprove}>
            Approve {count(proposals.length, "proposal")}
          </Button>
        </>
      }
    >
      <Names proposals={proposals} />
      <p>Each is written as it was proposed. What its document has moved on from is left waiting, and said.</p>
      <Failure error={error} />
    </Dialog>
  );
}

/** Asked before something is written over a version that the proposer never saw. */
export function ApproveOverDialog({
  proposals,
  isBusy,
  error,
  onClose,
  onApprove,
}: DecideProps & { onApprove: () => void }) {
  return (
    <Dialog
      title="Write over what is there now?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" isBusy={isBusy} onClick={onApprove}>
            Approve all the same
          </Button>
        </>
      }
    >
      <Names proposals={proposals} />
      <p>
        The document is not what this was based on. What others wrote since is replaced by what was proposed; it stays
        in the history, from where it can be restored.
      </p>
      <Failure error={error} />
    </Dialog>
  );
}

/** What became of many decisions, where not all were made. */
export function ReportDialog({ report, onClose }: { report: ManyDecided & { verb: string }; onClose: () => void }) {
  return (
    <Dialog
      title={`${count(report.refused.length, "proposal")} could not be ${report.verb}`}
      width="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        {count(report.decided, "proposal")} {report.decided === 1 ? "was" : "were"} {report.verb}. These were not:
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {report.refused.map(({ proposal, detail }) => (
          <li key={proposal.id} className="flex flex-col gap-0.5 px-3 py-2">
            <Link
              from="/review"
              to="/review"
              search={(search) => ({ ...search, id: proposal.id })}
              onClick={onClose}
              dir="auto"
              className="font-mono text-[0.8rem] text-accent underline [overflow-wrap:anywhere]"
            >
              {titleOf(proposal)}
            </Link>
            <span>{detail}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const MOST_NAMES = 8;

function Names({ proposals }: { proposals: readonly Proposal[] }) {
  return (
    <ul className="font-mono text-[0.8rem]">
      {proposals.slice(0, MOST_NAMES).map((proposal) => (
        <li key={proposal.id} dir="auto" className="[overflow-wrap:anywhere]">
          {proposal.op} {titleOf(proposal)}
        </li>
      ))}
      {proposals.length > MOST_NAMES && <li className="text-muted">and {proposals.length - MOST_NAMES} more</li>}
    </ul>
  );
}

function Failure({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <p role="alert" className="text-danger">
      {failureOf(error).message}
    </p>
  );
}
