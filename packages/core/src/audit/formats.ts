import type { ExportFormat } from "./export.ts";
import type { AuditEvent } from "./schema.ts";

const COLUMNS = [
  "id",
  "at",
  "actor",
  "action",
  "outcome",
  "containerTag",
  "customId",
  "documentId",
  "session",
  "request",
  "details",
  "erasedBy",
] as const satisfies readonly (keyof AuditEvent)[];

/** One JSON object a line. */
export const ndjson: ExportFormat = {
  name: "ndjson",
  head: "",
  line: (event) => `${JSON.stringify(event)}\n`,
};

/** RFC 4180: a header, CRLF, quotes where they are needed. A cell that a spreadsheet would run as a formula begins with `'`. */
export const csv: ExportFormat = {
  name: "csv",
  head: csvLine(COLUMNS),
  line: (event) => csvLine(COLUMNS.map((column) => cell(event[column]))),
};

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function cell(value: AuditEvent[keyof AuditEvent]): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function quoted(text: string): string {
  const harmless = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",\r\n\t]|^\s|\s$|^'/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
