/**
 * A JSON parameter as the text Postgres reads. The driver sends text or null only; other clients of the protocol send
 * numbers, booleans, arrays and objects too.
 */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(arrayElement).join(",")}}`;
}

function arrayElement(value: unknown): string {
  if (Array.isArray(value)) return arrayLiteral(value);
  const text = parameterText(value);
  if (text === null) return "NULL";
  return typeof value === "number" || typeof value === "boolean" ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
