import type { AuditExportQuery } from "@stela/sdk";
import { stela } from "../../lib/stela.ts";
import type { Destination } from "./save-stream.ts";

export type ExportFormat = "csv" | "ndjson";

/** What the API's last line holds when it could not read to the end. */
const INCOMPLETE = "The export is incomplete";
/** Of the end of the stream, enough to hold that line. */
const TAIL_BYTES = 2_000;

export interface Exported {
  readonly bytes: number;
  readonly isComplete: boolean;
}

/** Streams what matches to its destination. Aborting the signal ends it and leaves nothing behind. @throws what failed */
export async function runExport(
  format: ExportFormat,
  filters: AuditExportQuery,
  destination: Destination,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Exported> {
  let bytes = 0;
  let tail = new Uint8Array();
  try {
    const reader = (await stela.audit.export(format, filters, { signal })).getReader();
    const cancel = () => void reader.cancel().catch(() => {});
    signal.addEventListener("abort", cancel, { once: true });
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      await destination.write(part.value);
      bytes += part.value.byteLength;
      tail = lastOf(tail, part.value);
      onProgress(bytes);
    }
    signal.throwIfAborted();
  } catch (error) {
    await destination.discard();
    throw error;
  }
  await destination.finish();
  const lastLine = new TextDecoder().decode(tail).trimEnd().split("\n").at(-1) ?? "";
  return { bytes, isComplete: !/^("?# |\{"error":")/.test(lastLine) || !lastLine.includes(INCOMPLETE) };
}

function lastOf(tail: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(Math.min(tail.length, TAIL_BYTES) + Math.min(chunk.length, TAIL_BYTES));
  joined.set(tail.slice(-TAIL_BYTES));
  joined.set(chunk.slice(-TAIL_BYTES), Math.min(tail.length, TAIL_BYTES));
  return joined.slice(-TAIL_BYTES);
}
