import { Button } from "../../components/button.tsx";
import { count } from "../../lib/format.ts";
import type { Selection } from "./use-selection.ts";

interface ListHeadProps {
  readonly selection: Selection;
  readonly isBusy: boolean;
  readonly onApprove: () => void;
  readonly onReject: () => void;
}

/** Selects all that is shown, and decides what is selected. */
export function ListHead({ selection, isBusy, onApprove, onReject }: ListHeadProps) {
  const selected = selection.selected.length;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
      <label className="mr-auto flex cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          checked={selection.areAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = selected > 0 && !selection.areAll;
          }}
          onChange={selection.toggleAll}
        />
        {selected === 0 ? "Select all shown" : count(selected, "selected", "selected")}
      </label>
      {selected > 0 && (
        <>
          <Button kind="primary" className="h-7!" isBusy={isBusy} onClick={onApprove}>
            Approve…
          </Button>
          <Button kind="danger" className="h-7!" disabled={isBusy} onClick={onReject}>
            Reject…
          </Button>
        </>
      )}
    </div>
  );
}
