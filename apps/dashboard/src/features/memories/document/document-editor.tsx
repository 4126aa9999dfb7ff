import { type Document, VersionMismatchError } from "@stela/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { TextArea } from "../../../components/field.tsx";
import { useToast } from "../../../components/toast.tsx";
import { failureOf } from "../../../lib/failure.ts";
import { stela } from "../../../lib/stela.ts";
import { ConflictHelp } from "./conflict-help.tsx";
import { documentKey, documentQuery } from "./queries.ts";

interface DocumentEditorProps {
  readonly document: Document;
  readonly onDone: () => void;
}

/** Saves only over the version that was opened. When somebody else was faster, both texts are shown and nothing is lost. */
export function DocumentEditor({ document, onDone }: DocumentEditorProps) {
  // The text that was opened, and what it is to become.
  const [base, setBase] = useState(document);
  const [draft, setDraft] = useState(document.content ?? "");
  const [theirs, setTheirs] = useState<Document | null>(null);
  const queryClient = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: () => stela.documents.update(base.id, { content: draft }, { ifMatch: base.version }),
    onSuccess: async ({ version }) => {
      await queryClient.invalidateQueries({ queryKey: documentKey(document) });
      toast({ text: `Saved as version ${version}.` });
      onDone();
    },
    onError: async (error) => {
      if (!(error instanceof VersionMismatchError)) return;
      setTheirs(await queryClient.fetchQuery({ ...documentQuery(document), staleTime: 0 }));
    },
  });
  const isChanged = draft !== base.content;
  const failure =
    save.error === null || save.error instanceof VersionMismatchError ? undefined : failureOf(save.error).message;
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={`Text of version ${base.version}`}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "s" && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            if (isChanged) save.mutate();
          }
        }}
        error={failure}
        rows={20}
        dir="auto"
        spellCheck={false}
        className="max-h-[65dvh] font-mono text-[0.85rem]"
      />
      <div className="flex gap-2">
        <Button kind="primary" disabled={!isChanged} isBusy={save.isPending} onClick={() => save.mutate()}>
          Save
        </Button>
        <Button onClick={onDone}>{isChanged ? "Discard changes" : "Close"}</Button>
      </div>
      {theirs !== null && (
        <ConflictHelp
          base={base.content ?? ""}
          mine={draft}
          theirs={theirs}
          onCancel={() => setTheirs(null)}
          onChoose={(text) => {
            setBase(theirs);
            setDraft(text);
            setTheirs(null);
          }}
        />
      )}
    </div>
  );
}
