import { types } from "pg";

type Convert = (text: string) => unknown;

const integer: Convert = Number;
const json: Convert = JSON.parse;
const float: Convert = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);
const boolean: Convert = (text) => text === "t";
const asText: Convert = (text) => text;

/** What Neon gives as something else than text when raw text is off: by the object id of the type. */
const SCALARS: ReadonlyMap<number, Convert> = new Map([
  [16, boolean],
  [21, integer],
  [23, integer],
  [700, float],
  [701, float],
  [114, json],
  [3802, json],
]);

/** Array types, by the object id, with the conversion of an element. */
const ARRAYS: ReadonlyMap<number, Convert> = new Map<number, Convert>([
  [1000, boolean],
  [1005, integer],
  [1007, integer],
  [1021, float],
  [1022, float],
  [199, json],
  [3807, json],
  // bytea, name, int8, text, oid, bpchar, varchar, date, time, timestamp, timestamptz, interval, numeric, timetz, uuid
  ...[1001, 1003, 1016, 1009, 1028, 1014, 1015, 1182, 1183, 1115, 1185, 1187, 1231, 1270, 2951].map(
    (id): [number, Convert] => [id, asText],
  ),
]);

/** The JSON value of a column's text when a client did not ask for raw text. 64-bit numbers and numerics stay text. */
export function jsonValue(text: string, dataTypeID: number): unknown {
  const element = ARRAYS.get(dataTypeID);
  if (element !== undefined) return parseArray(text, element);
  return (SCALARS.get(dataTypeID) ?? asText)(text);
}

function parseArray(text: string, element: Convert): unknown {
  const parser = types.arrayParser as unknown as { create(text: string, element: Convert): { parse(): unknown[] } };
  return parser.create(text, element).parse();
}
