import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { TextField } from "../../../components/field.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { Failed, Loading } from "../../../components/states.tsx";
import { stela } from "../../../lib/stela.ts";
import { ErasedCounts } from "./erased-counts.tsx";
import { erasePlanQuery } from "./queries.ts";

interface EraseContainerProps {
  readonly containerTag: string;
  readonly onClose: () => void;
  /** With the id of the receipt. */
  readonly onErased: (id: string) => void;
}

/** Removes a container with all it ever held. Nothing takes that back, so it counts first, and its name has to be typed. */
export function EraseContainer({ containerTag, onClose, onErased }: EraseContainerProps) {
  const [typed, setTyped] = useState("");
  const queryClient = useQueryClient();
  const plan = useQuery(erasePlanQuery(containerTag));
  const erase = useMutation({
    mutationFn: () => stela.containers.delete(containerTag),
    onSuccess: ({ id }) => {
      onErased(id);
      // It was shown all over the dashboard.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(containerTag) });
      void queryClient.invalidateQueries();
    },
  });
  return (
    <Dialog
      title="Erase a container for ever"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            type="submit"
            form="erase-container"
            disabled={plan.data === undefined || typed !== containerTag}
            isBusy={erase.isPending}
          >
            Erase for ever
          </Button>
        </>
      }
    >
      {plan.isPending && <Loading lines={4} />}
      {plan.error !== null && <Failed error={plan.error} onRetry={plan.refetch} />}
      {plan.data !== undefined && (
        <form
          id="erase-container"
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed === containerTag) erase.mutate();
          }}
        >
          <p>
            This will go from <b className="[overflow-wrap:anywhere]">{containerTag}</b>, and cannot be brought back:
          </p>
          <ErasedCounts counts={plan.data.counts} />
          <p>Its settings go too. A receipt with these counts is kept, and what agents write later starts anew.</p>
          <TextField
            label={`Type ${containerTag} to go on`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
          <Refusal error={erase.error} />
        </form>
      )}
    </Dialog>
  );
}
