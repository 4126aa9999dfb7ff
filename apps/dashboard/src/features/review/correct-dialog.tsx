import { type ApproveBody, VersionMismatchError } from "@stela/sdk";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { Loading } from "../../components/states.tsx";
import { failureOf } from "../../lib/failure.ts";
import type { Correction } from "./correction.ts";

const TextDiff = lazy(() => import("../../components/text-diff.tsx"));

interface CorrectDialogProps {
  readonly name: string;
  readonly correction: Correction;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onApprove: (body: ApproveBody) => void;
  readonly onClose: () => void;
}

/** The proposed text or name, to be put right and then approved in one step. */
export function CorrectDialog({ name, correction, isBusy, error, onApprove, onClose }: CorrectDialogProps) {
  const [draft, setDraft] = useState(correction.proposed);
  const [isCompared, setIsCompared] = useState(false);
  const compared = useDeferredValue(draft);
  const wasFaster = error instanceof VersionMismatchError;
  const message =
    error === null
      ? undefined
      : wasFaster
        ? "Somebody changed the document meanwhile. Nothing was written: look at what would change now, then approve again."
        : failureOf(error).message;
  const approve = () => onApprove(correction.approval(draft));
  return (
    <Dialog
      title={`Correct ${name}`}
      width={correction.what === "text" ? "wide" : "narrow"}
      onClose={onClose}
      actions={
        <>
          {correction.what === "text" && (
            <Button className="mr-auto" aria-pressed={isCompared} onClick={() => setIsCompared(!isCompared)}>
              {isCompared ? "Hide what would change" : "Show what would change"}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={isBusy} disabled={draft === ""} onClick={approve}>
            Approve as corrected
          </Button>
        </>
      }
    >
      {correction.what === "name" ? (
        <TextField
          label="New name"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          error={message}
          hint={`Now it is called ${correction.present}.`}
          className="font-mono"
          dir="auto"
          spellCheck={false}
        />
      ) : (
        <TextArea
          label="Text to be written"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          error={message}
          rows={14}
          dir="auto"
          spellCheck={false}
          className="font-mono text-[0.85rem]"
        />
      )}
      {(isCompared || wasFaster) && correction.what === "text" && (
        <Suspense fallback={<Loading lines={3} />}>
          <TextDiff label="What would change" before={correction.present} after={compared} />
        </Suspense>
      )}
    </Dialog>
  );
}
