import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Failed, Loading } from "../../../components/states.tsx";
import { useToast } from "../../../components/toast.tsx";
import { failureOf } from "../../../lib/failure.ts";
import { count } from "../../../lib/format.ts";
import { stela } from "../../../lib/stela.ts";

interface UndoSessionProps {
  readonly containerTag: string;
  readonly session: string;
  readonly onClose: () => void;
  readonly onTreeChange: () => void;
}

const ACTIONS = { recreate: "brought back", delete: "deleted", move: "moved back", change: "changed back" } as const;
const REASONS = {
  changed_by_others: "changed by others since",
  not_kept: "its earlier state is no longer kept",
  name_taken: "its earlier name is taken",
} as const;

/** Puts back what a session changed, after showing what that is. */
export function UndoSession({ containerTag, session, onClose, onTreeChange }: UndoSessionProps) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const plan = useQuery({
    queryKey: ["undo", containerTag, session],
    queryFn: ({ signal }) => stela.containers.undo(containerTag, { session, dryRun: true }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ["document", containerTag] });
    onTreeChange();
  };
  const undo = useMutation({
    mutationFn: (which: string) => stela.containers.undo(containerTag, { session: which }),
    onSuccess: async ({ undone, left, session: undoSession }) => {
      await refresh();
      toast({
        text: `${count(undone, "document")} put back${left > 0 ? `, ${count(left, "document")} left as they are` : ""}.`,
        ...(undoSession !== undefined && { undo: { label: "Undo this", onUndo: () => undo.mutate(undoSession) } }),
      });
      onClose();
    },
    onError: (error) => toast({ text: failureOf(error).message }),
  });
  return (
    <Dialog
      title={`Undo session ${session}`}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            disabled={!plan.data?.undone}
            isBusy={undo.isPending}
            onClick={() => undo.mutate(session)}
          >
            Undo {plan.data === undefined ? "" : count(plan.data.undone, "document")}
          </Button>
        </>
      }
    >
      {plan.isPending && <Loading />}
      {plan.error !== null && <Failed error={plan.error} onRetry={plan.refetch} />}
      {plan.data !== undefined && (
        <>
          <p>
            {count(plan.data.undone, "document")} will be put back to what they were before this session.{" "}
            {plan.data.left > 0 && `${count(plan.data.left, "document")} will be left as they are.`} The undo can itself
            be undone.
          </p>
          <ul className="max-h-80 divide-y divide-line overflow-auto rounded-lg border border-line">
            {plan.data.documents.map(({ documentId, customId, action, to }) => (
              <li key={documentId} className="flex flex-wrap items-center gap-2 px-3 py-1.5">
                <Badge tone={action === "delete" ? "bad" : "good"}>{ACTIONS[action]}</Badge>
                <span dir="auto" className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">
                  {customId}
                  {to !== undefined && to !== customId && ` → ${to}`}
                </span>
              </li>
            ))}
            {plan.data.skipped.map(({ documentId, customId, reason }) => (
              <li key={documentId} className="flex flex-wrap items-center gap-2 px-3 py-1.5">
                <Badge tone="warn">left: {REASONS[reason]}</Badge>
                <span dir="auto" className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">
                  {customId}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
