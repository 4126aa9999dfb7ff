import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select, TextArea } from "../../components/field.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { useToast } from "../../components/toast.tsx";
import { failureOf, fieldErrorsOf } from "../../lib/failure.ts";
import { stela } from "../../lib/stela.ts";
import { type Filters, findingsQuery, SECRETS } from "./queries.ts";

interface MarkFalsePositiveProps {
  readonly id: string;
  /** Of the list that it was chosen from. */
  readonly filters: Filters;
  readonly onClose: () => void;
}

/** Says that what was found is no secret: its very text passes from now on. */
export function MarkFalsePositive({ id, filters, onClose }: MarkFalsePositiveProps) {
  const [appliesTo, setAppliesTo] = useState<"container" | "organization">("container");
  const [reason, setReason] = useState("");
  const queryClient = useQueryClient();
  const toast = useToast();
  const { data } = useInfiniteQuery(findingsQuery(filters));
  const finding = data?.pages.flatMap((page) => page.data).find((each) => each.id === id);
  const refresh = () => queryClient.invalidateQueries({ queryKey: SECRETS });
  const takeBack = useMutation({
    mutationFn: () => stela.findings.unmarkFalsePositive(id),
    onSuccess: refresh,
    onError: (error) => toast({ text: failureOf(error).message }),
  });
  const mark = useMutation({
    mutationFn: () =>
      stela.findings.markFalsePositive(id, { appliesTo, ...(reason.trim() !== "" && { reason: reason.trim() }) }),
    onSuccess: async ({ name }) => {
      toast({
        text: `Marked: this ${name} is no secret.`,
        undo: { label: "Undo", onUndo: () => takeBack.mutate() },
      });
      onClose();
      await refresh();
    },
  });
  const wrong = fieldErrorsOf(mark.error).find(({ path }) => path === "reason")?.message;
  return (
    <Dialog
      title="This is no secret"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="mark" isBusy={mark.isPending}>
            Mark as false positive
          </Button>
        </>
      }
    >
      <form
        id="mark"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          mark.mutate();
        }}
      >
        {finding !== undefined && (
          <p>
            <b dir="auto">{finding.name}</b> in {finding.containerTag}, at{" "}
            <span className="font-mono text-[0.85rem] [overflow-wrap:anywhere]">{finding.path}</span>, line{" "}
            {finding.line}.
          </p>
        )}
        <p>
          The very text that was found passes from now on; another text like it is still found. A write that was refused
          has to be sent again.
        </p>
        <Select
          label="It passes"
          value={appliesTo}
          onChange={(event) => setAppliesTo(event.target.value as "container" | "organization")}
        >
          <option value="container">in its container</option>
          <option value="organization">in every container of the organization</option>
        </Select>
        <TextArea
          label="Why (optional)"
          hint="Kept with the mark, for whoever asks later."
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={wrong}
          dir="auto"
        />
        {wrong === undefined && <Refusal error={mark.error} />}
      </form>
    </Dialog>
  );
}
