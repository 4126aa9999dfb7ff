import { expect, test } from "vitest";
import { and, sql, toWire } from "../src/db/sql.ts";

test("values become parameters in the order of the text, however deep the pieces are", () => {
  const inner = sql`f(${1}, ${"'; drop table x"})`;
  expect(toWire(sql`select ${inner}, ${null} where ${and(sql`a = ${true}`, undefined, sql`b`)} limit ${2}`)).toEqual({
    text: "select f($1, $2), $3 where (a = $4 and b) limit $5",
    params: [1, "'; drop table x", null, true, 2],
  });
});

test("no condition holds always", () => {
  expect(toWire(sql`where ${and(undefined)}`)).toEqual({ text: "where true", params: [] });
});
