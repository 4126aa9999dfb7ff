type Value = SQL | string | number | boolean | null;

/** SQL with values in it. A value becomes a parameter, never text; a piece of SQL becomes part of the text. */
export class SQL {
  readonly texts: readonly string[];
  readonly values: readonly Value[];

  /** @param texts one more than there are values: what stands before, between and after them. */
  constructor(texts: readonly string[], values: readonly Value[]) {
    this.texts = texts;
    this.values = values;
  }
}

export function sql(texts: TemplateStringsArray, ...values: readonly Value[]): SQL {
  return new SQL(texts, values);
}

/** All of the conditions; those that are undefined are left out. */
export function and(...conditions: readonly (SQL | undefined)[]): SQL {
  const values = conditions.filter((condition) => condition !== undefined);
  if (values.length === 0) return sql`true`;
  return new SQL(["(", ...values.slice(1).map(() => " and "), ")"], values);
}

/** A statement as it goes over the wire: text with `$1`, `$2`, … and its parameters. */
export interface WireQuery {
  readonly text: string;
  readonly params: readonly unknown[];
}

export function toWire(statement: SQL): WireQuery {
  const params: unknown[] = [];
  return { text: written(statement, params), params };
}

function written({ texts, values }: SQL, params: unknown[]): string {
  let text = texts[0] ?? "";
  for (const [index, value] of values.entries()) {
    text += value instanceof SQL ? written(value, params) : `$${params.push(value)}`;
    text += texts[index + 1] ?? "";
  }
  return text;
}
