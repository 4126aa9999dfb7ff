import type { Document } from "@stela/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Eraser, FilePenLine, Pin, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuLine } from "../../../components/menu.tsx";
import { useToast } from "../../../components/toast.tsx";
import { failureOf } from "../../../lib/failure.ts";
import { stela } from "../../../lib/stela.ts";
import { EraseDocument } from "./erase-document.tsx";
import { documentKey } from "./queries.ts";
import { RenameDocument } from "./rename-document.tsx";

/** What can be done with a document as a whole. */
export function DocumentActions({ document, onTreeChange }: { document: Document; onTreeChange: () => void }) {
  const [dialog, setDialog] = useState<"rename" | "erase" | null>(null);
  const queryClient = useQueryClient();
  const toast = useToast();
  const refresh = () => queryClient.invalidateQueries({ queryKey: documentKey(document) });
  const fail = (error: unknown) => toast({ text: failureOf(error).message });
  const pin = useMutation({
    mutationFn: () => stela.documents.update(document.id, { pinned: !document.pinned }, { ifMatch: document.version }),
    onSuccess: refresh,
    onError: fail,
  });
  const bringBack = useMutation({
    mutationFn: () => stela.documents.revisions.restore(document.id, { version: document.version }),
    onSuccess: async () => {
      await refresh();
      onTreeChange();
    },
    onError: fail,
  });
  const remove = useMutation({
    mutationFn: () => stela.documents.delete(document.id, { ifMatch: document.version }),
    onSuccess: async () => {
      await refresh();
      onTreeChange();
      toast({ text: `Deleted ${document.customId}.`, undo: { label: "Undo", onUndo: () => bringBack.mutate() } });
    },
    onError: fail,
  });
  return (
    <>
      <Menu
        label="Document"
        trigger={
          <IconButton label="More actions">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setDialog("rename")}>
          <FilePenLine aria-hidden="true" /> Rename…
        </MenuItem>
        <MenuItem onSelect={() => pin.mutate()}>
          <Pin aria-hidden="true" /> {document.pinned ? "Unpin" : "Pin"}
        </MenuItem>
        <MenuLine />
        <MenuItem isDanger onSelect={() => remove.mutate()}>
          <Trash2 aria-hidden="true" /> Delete
        </MenuItem>
        <MenuItem isDanger onSelect={() => setDialog("erase")}>
          <Eraser aria-hidden="true" /> Erase for ever…
        </MenuItem>
      </Menu>
      {dialog === "rename" && (
        <RenameDocument document={document} onClose={() => setDialog(null)} onTreeChange={onTreeChange} />
      )}
      {dialog === "erase" && (
        <EraseDocument document={document} onClose={() => setDialog(null)} onTreeChange={onTreeChange} />
      )}
    </>
  );
}
