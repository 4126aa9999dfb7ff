import type { AuditExportQuery } from "@stela/sdk";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Menu, MenuItem } from "../../components/menu.tsx";
import { failureOf } from "../../lib/failure.ts";
import { bytes } from "../../lib/format.ts";
import { type ExportFormat, runExport } from "./run-export.ts";
import { chooseDestination } from "./save-stream.ts";

const TYPES = { csv: "text/csv", ndjson: "application/x-ndjson" } as const;

/** Everything that matches, as a file. It is written while it is read, and can be ended at any time. */
export function ExportTrail({ filters, isFiltered }: { filters: AuditExportQuery; isFiltered: boolean }) {
  const [progress, setProgress] = useState(0);
  const [running, setRunning] = useState<AbortController | null>(null);
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const destination = await chooseDestination(`audit.${format}`, TYPES[format]);
      if (destination === null) return null;
      const controller = new AbortController();
      setProgress(0);
      setRunning(controller);
      return await runExport(format, filters, destination, controller.signal, setProgress);
    },
    onSettled: (result) => {
      if (result === null) setRunning(null);
    },
  });
  const close = () => {
    running?.abort();
    setRunning(null);
    save.reset();
  };
  return (
    <>
      <Menu
        label="Export"
        trigger={
          <Button disabled={save.isPending}>
            <Download aria-hidden="true" /> Export
          </Button>
        }
      >
        <MenuItem onSelect={() => save.mutate("csv")}>As CSV, for spreadsheets</MenuItem>
        <MenuItem onSelect={() => save.mutate("ndjson")}>As NDJSON, for programs</MenuItem>
      </Menu>
      {(running !== null || save.error !== null) && (
        <Dialog
          title="Export the audit trail"
          onClose={close}
          actions={
            save.isPending ? (
              <Button onClick={close}>Cancel</Button>
            ) : (
              <Button kind="primary" onClick={close}>
                Close
              </Button>
            )
          }
        >
          <p>
            {isFiltered ? "Every event that matches the filters." : "Every event."} The export itself is noted in the
            trail.
          </p>
          {save.isPending && (
            <>
              <progress aria-label="Export" className="w-full accent-accent" />
              <p aria-live="polite" className="text-muted tabular-nums">
                {bytes(progress)} so far
              </p>
            </>
          )}
          {save.error !== null && (
            <p role="alert" className="text-danger">
              The export ended after {bytes(progress)}, and no file was kept. {failureOf(save.error).message}
            </p>
          )}
          {save.data != null &&
            (save.data.isComplete ? (
              <p role="status">Saved: {bytes(save.data.bytes)}.</p>
            ) : (
              <p role="alert" className="text-danger">
                Only a part could be read: the file has {bytes(save.data.bytes)}, and its last line says why. Export it
                again.
              </p>
            ))}
        </Dialog>
      )}
    </>
  );
}
