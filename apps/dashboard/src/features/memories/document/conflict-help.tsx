import type { Document } from "@stela/sdk";
import { useMemo } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { merge } from "./merge.ts";
import { TextLines } from "./text-lines.tsx";

interface ConflictHelpProps {
  readonly base: string;
  readonly mine: string;
  readonly theirs: Document;
  readonly onCancel: () => void;
  /** Goes on editing this text, on top of theirs. */
  readonly onChoose: (text: string) => void;
}

/** Somebody else saved first: shows both texts, and both changes in one where they do not touch the same lines. */
export function ConflictHelp({ base, mine, theirs, onCancel, onChoose }: ConflictHelpProps) {
  const theirText = theirs.content ?? "";
  const merged = useMemo(() => merge(base, mine, theirText), [base, mine, theirText]);
  return (
    <Dialog
      title="Somebody else saved first"
      width="wide"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={() => onChoose(theirText)}>Take theirs</Button>
          <Button onClick={() => onChoose(mine)}>Keep mine</Button>
          <Button kind="primary" onClick={() => onChoose(merged.text)}>
            {merged.isClean ? "Use both changes" : "Edit both together"}
          </Button>
        </>
      }
    >
      <p>
        This document is at version {theirs.version} now. Nothing was saved yet.{" "}
        {merged.isClean
          ? "Your changes and theirs touch different lines, so both fit together."
          : "You and they changed the same lines. Put both together by hand: the places are marked with <<<<<<< and >>>>>>>."}
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        <figure className="min-w-0">
          <figcaption className="mb-1 font-medium">Yours</figcaption>
          <TextLines text={mine} label="Your text" />
        </figure>
        <figure className="min-w-0">
          <figcaption className="mb-1 font-medium">Theirs, version {theirs.version}</figcaption>
          <TextLines text={theirText} label="Their text" />
        </figure>
      </div>
    </Dialog>
  );
}
