import { neon } from "@neondatabase/serverless";
import { describe, expect, test } from "vitest";
import { serveDatabase } from "./support/database.ts";
import { failureOf } from "./support/failure.ts";

const served = serveDatabase();

async function roundTrip(type: string, value: unknown): Promise<unknown> {
  const [row] = await neon(served.url, { arrayMode: true }).query(`select $1::${type}`, [value]);
  return row?.[0];
}

describe("a value sent through the driver comes back", () => {
  const allBytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const instant = new Date("2026-02-03T04:05:06.789Z");

  test.each<[string, unknown, unknown?]>([
    ["text", "plain"],
    ["text", ""],
    ["text", 'O\'Brien \\ "quoted" $1 \n\r\t'],
    ["text", "👩‍👩‍👧‍👦 𝒳 漢字 e\u0301 é"],
    ["text", null],
    ["integer", -2_147_483_648],
    ["bigint", "9223372036854775807"],
    ["numeric", "12345678901234567890.000000000123456789"],
    ["double precision", 0.1],
    ["double precision", Number.NaN],
    ["double precision", Number.POSITIVE_INFINITY],
    ["boolean", true],
    ["boolean", false],
    ["bytea", allBytes],
    ["bytea", Buffer.alloc(0)],
    ["jsonb", { a: [1, "zwei", null, { b: true }], 漢: "字" }],
    ["jsonb", "null", null],
    ["timestamptz", instant],
    ["date", "2026-02-03", new Date(2026, 1, 3)],
    ["uuid", "0198c0de-0000-7000-8000-000000000001"],
    ["text[]", ["a", "", "with,comma", 'with"quote', "with\\backslash", null, "{brace}", "NULL"]],
    ["text[]", []],
    ["integer[]", [1, null, -3]],
    [
      "integer[]",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["jsonb[]", [JSON.stringify({ a: 1 }), null], [{ a: 1 }, null]],
    ["bytea[]", [Buffer.from([0, 255]), null]],
    ["timestamptz[]", [instant]],
    ["numeric[]", ["1.10", "2"], [1.1, 2]],
  ])("%s %j", async (type, value, expected = value) => {
    expect(await roundTrip(type, value)).toEqual(expected);
  });

  test("bytea of a megabyte", async () => {
    const bytes = Buffer.alloc(1024 * 1024, "0123456789abcdef");
    expect(bytes.equals((await roundTrip("bytea", bytes)) as Buffer)).toBe(true);
  });

  test("an interval", async () => {
    expect(await roundTrip("interval", "1 day 02:03:04")).toMatchObject({ days: 1, hours: 2, minutes: 3, seconds: 4 });
  });
});

test("the character NUL in a text is refused by Postgres", async () => {
  expect(await failureOf(served.sql`select ${"a\0b"}::text`)).toMatchObject({ code: "22021" });
});

test("the character NUL in a statement is refused", async () => {
  expect((await failureOf(served.sql.query("select '\0'"))).message).toMatch(/NUL/);
});

test("times are in UTC whatever the machine's zone", async () => {
  expect(await served.sql`show timezone`).toEqual([{ TimeZone: "UTC" }]);
});

test("the database is UTF-8, sorts by code point and knows the letters of every language", async () => {
  const rows = await served.sql`
    select current_setting('server_encoding') as encoding, lower('ÀÉΩ') as lower,
      (select array_agg(t order by t) from unnest(array['a', 'B', 'é', 'Z', '字']) as t) as sorted`;
  expect(rows).toEqual([{ encoding: "UTF8", lower: "àéω", sorted: ["B", "Z", "a", "é", "字"] }]);
});

describe("a client that does not ask for raw text", () => {
  async function ask(headers: Record<string, string>): Promise<unknown> {
    const response = await fetch(served.endpoint.url, {
      method: "POST",
      headers: { "neon-connection-string": served.url, ...headers },
      body: JSON.stringify({
        query: `select 1::int2 as i, 2::int8 as big, 1.5::float8 as f, 'NaN'::float8 as nan, true as b, '{"a":[1]}'::jsonb as j,
          array[1,null]::int[] as ia, array['x,y',null] as ta, array[true] as ba, 1.10::numeric as n, null as nothing, $1::int as p`,
        params: [7],
      }),
    });
    return ((await response.json()) as { rows: unknown[] }).rows[0];
  }
  const values = [1, "2", 1.5, "NaN", true, { a: [1] }, [1, null], ["x,y", null], [true], "1.10", null, 7];

  test("gets JSON values in an object", async () => {
    const names = ["i", "big", "f", "nan", "b", "j", "ia", "ta", "ba", "n", "nothing", "p"];
    expect(await ask({})).toEqual(Object.fromEntries(names.map((name, index) => [name, values[index]])));
  });

  test("gets JSON values in an array when it asks for arrays", async () => {
    expect(await ask({ "neon-array-mode": "true" })).toEqual(values);
  });

  test("gets text in an object when it asks for raw text only", async () => {
    expect(await ask({ "neon-raw-text-output": "true" })).toMatchObject({
      i: "1",
      b: "t",
      ia: "{1,NULL}",
      nothing: null,
    });
  });
});

test("JSON parameters of other clients than the driver are understood", async () => {
  const response = await fetch(served.endpoint.url, {
    method: "POST",
    headers: { "neon-connection-string": served.url, "neon-raw-text-output": "true", "neon-array-mode": "true" },
    body: JSON.stringify({
      query: "select $1::int, $2::bool, $3::text[], $4::jsonb, $5::text, $6::int[][]",
      params: [1, true, ["a", 'b"\\', null], { k: [1] }, null, [[1, 2]]],
    }),
  });
  expect(await response.json()).toMatchObject({
    rows: [["1", "t", '{a,"b\\"\\\\",NULL}', '{"k": [1]}', null, "{{1,2}}"]],
  });
});
