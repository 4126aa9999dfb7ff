import type { FieldDef } from "pg";
import type { StatementResult, TextRow } from "./exchange.ts";
import type { OutputMode } from "./request.ts";
import { jsonValue } from "./values.ts";

/** The answer to one statement as the driver reads it. */
export interface WireResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
  readonly fields: readonly WireField[];
  readonly rowAsArray: boolean;
}

interface WireField extends FieldDef {}

export function wireResult(result: StatementResult, { isRawText, isArray }: OutputMode): WireResult {
  const { fields } = result;
  const cell = (row: TextRow, index: number): unknown => {
    const text = row[index] ?? null;
    return isRawText || text === null ? text : jsonValue(text, fields[index]?.dataTypeID ?? 0);
  };
  const shape = (row: TextRow): unknown => {
    if (!isArray) return Object.fromEntries(fields.map(({ name }, index) => [name, cell(row, index)]));
    return isRawText ? row : row.map((_, index) => cell(row, index));
  };
  return {
    ...parseTag(result.tag),
    rows: result.rows.map(shape),
    fields: fields.map(wireField),
    rowAsArray: isArray,
  };
}

function wireField(field: FieldDef): WireField {
  const { name, dataTypeID, tableID, columnID, dataTypeSize, dataTypeModifier } = field;
  return { name, dataTypeID, tableID, columnID, dataTypeSize, dataTypeModifier, format: "text" };
}

// INSERT's tag carries an object id, always 0, before the count.
function parseTag(tag: string): { command: string; rowCount: number | null } {
  const [command = "", ...rest] = tag.split(" ");
  const count = command === "INSERT" ? rest[1] : rest[0];
  return { command, rowCount: count !== undefined && /^\d+$/.test(count) ? Number(count) : null };
}
