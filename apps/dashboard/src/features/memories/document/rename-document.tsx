import type { Document } from "@stela/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { TextField } from "../../../components/field.tsx";
import { useToast } from "../../../components/toast.tsx";
import { failureOf } from "../../../lib/failure.ts";
import { stela } from "../../../lib/stela.ts";
import { documentKey } from "./queries.ts";

interface RenameDocumentProps {
  readonly document: Document;
  readonly onClose: () => void;
  readonly onTreeChange: () => void;
}

export function RenameDocument({ document, onClose, onTreeChange }: RenameDocumentProps) {
  const { containerTag, customId } = document;
  const [to, setTo] = useState(customId);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const rename = useMutation({
    mutationFn: () => stela.documents.rename(containerTag, { from: customId, to }),
    onSuccess: async ({ documents }) => {
      const moved = documents[0]?.to ?? to;
      await navigate({ to: "/memories/$containerTag", params: { containerTag }, search: { doc: moved } });
      await queryClient.invalidateQueries({ queryKey: documentKey(document) });
      onTreeChange();
      toast({ text: `Renamed to ${moved}.` });
      onClose();
    },
  });
  return (
    <Dialog
      title="Rename"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="rename"
            disabled={to === customId || to === ""}
            isBusy={rename.isPending}
          >
            Rename
          </Button>
        </>
      }
    >
      <form
        id="rename"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate();
        }}
      >
        <TextField
          label="New name"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={rename.error === null ? undefined : failureOf(rename.error).message}
          hint="Its history stays with it. Agents find it under the new name at once."
          className="font-mono"
          dir="auto"
          spellCheck={false}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
