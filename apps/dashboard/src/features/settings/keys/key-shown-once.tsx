import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy-button.tsx";
import { Dialog } from "../../../components/dialog.tsx";

interface KeyShownOnceProps {
  readonly title: string;
  readonly text: string;
  readonly note?: string;
  readonly onClose: () => void;
}

/** The text of a key that was just made: nothing can show it again. */
export function KeyShownOnce({ title, text, note, onClose }: KeyShownOnceProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={text} label="Copy the key" />
          <Button kind="primary" onClick={onClose}>
            I have kept it
          </Button>
        </>
      }
    >
      <p>Keep it now, where secrets are kept: it is stored nowhere, and this is the only time that it is shown.</p>
      <output
        aria-label="The key"
        className="rounded-md border border-line bg-raised px-3 py-2 font-mono text-[0.85rem] [overflow-wrap:anywhere] select-all"
      >
        {text}
      </output>
      {note !== undefined && <p className="text-muted">{note}</p>}
    </Dialog>
  );
}
