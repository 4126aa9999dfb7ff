import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";

const KEYS = [
  [["j", "↓"], "the next proposal"],
  [["k", "↑"], "the one before"],
  [["x"], "select it, or take it out of the selection"],
  [["a"], "approve it, or all that are selected"],
  [["e"], "correct its text, then approve"],
  [["r"], "reject it, or all that are selected"],
  [["?"], "show these keys"],
] as const;

interface KeysDialogProps {
  readonly areOn: boolean;
  readonly onTurn: (on: boolean) => void;
  readonly onClose: () => void;
}

export function KeysDialog({ areOn, onTurn, onClose }: KeysDialogProps) {
  return (
    <Dialog title="Keys" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded border border-line-strong bg-raised px-1.5 text-center font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={areOn} onChange={(event) => onTurn(event.target.checked)} />
        Letters work as keys on this page
      </label>
    </Dialog>
  );
}
