import type { Document } from "@stela/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Failed, Loading } from "../../../components/states.tsx";
import { useToast } from "../../../components/toast.tsx";
import { count } from "../../../lib/format.ts";
import { stela } from "../../../lib/stela.ts";

interface EraseDocumentProps {
  readonly document: Document;
  readonly onClose: () => void;
  readonly onTreeChange: () => void;
}

/** Removes a document with all it ever was. Nothing takes that back, so it says first what will go. */
export function EraseDocument({ document, onClose, onTreeChange }: EraseDocumentProps) {
  const { containerTag, customId } = document;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const plan = useQuery({
    queryKey: ["erase", containerTag, customId],
    queryFn: () => stela.containers.erase(containerTag, { customId, dryRun: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const erase = useMutation({
    mutationFn: () => stela.containers.erase(containerTag, { customId }),
    onSuccess: async ({ id }) => {
      await navigate({ to: "/memories/$containerTag", params: { containerTag } });
      queryClient.removeQueries({ queryKey: ["document", containerTag] });
      onTreeChange();
      toast({ text: `Erased. The receipt is ${id}.` });
      onClose();
    },
  });
  const counts = plan.data?.counts;
  return (
    <Dialog
      title="Erase for ever"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabled={counts === undefined} isBusy={erase.isPending} onClick={() => erase.mutate()}>
            Erase for ever
          </Button>
        </>
      }
    >
      <p dir="auto" className="font-mono text-[0.85rem] [overflow-wrap:anywhere]">
        {customId}
      </p>
      {plan.isPending && <Loading lines={3} />}
      {plan.error !== null && <Failed error={plan.error} onRetry={plan.refetch} />}
      {erase.error !== null && <Failed error={erase.error} />}
      {counts !== undefined && (
        <>
          <p>This will go, and cannot be brought back:</p>
          <ul className="list-disc pl-5">
            <li>{count(counts.documents, "document")}, with its text and fields</li>
            <li>{count(counts.revisions, "revision")}: everything it ever said</li>
            <li>{count(counts.answers, "stored answer")} to repeated requests</li>
            <li>{count(counts.proposals, "proposal")} about it</li>
          </ul>
          <p className="text-muted">
            {count(counts.auditEvents, "event")} of the audit trail stay, without the name. A receipt with these counts
            is kept.
          </p>
        </>
      )}
    </Dialog>
  );
}
