import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import openapi from "../openapi.json" with { type: "json" };
import { type Fixture, newFixture } from "./examples.ts";
import { newOrganization, type Organization } from "./organization.ts";
import { expectNames, expectProblem } from "./problem.ts";
import { arbitraryOf, type Schema } from "./schema-arbitrary.ts";

const REQUESTS = 20_000;

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
}

/** What no answer may hold: the words of Postgres, the driver and the runtime, and where things are. */
const INTERNAL =
  /select |insert into|update stela|plpgsql|stela\.\w|org_id|container_tag|sqlstate|neondb|postgres|violates|relation "|syntax error|\bat \w+ \(|node_modules|\.ts:\d|\.sql\b|127\.0\.0\.1|localhost|\[object /i;

/** Of the words above, those that come from the caller are no leak. */
const echo = (request: Drawn) => JSON.stringify(request).toLowerCase();

interface Drawn {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly raw?: string;
}

describe("20,000 requests drawn from the API's description, sound and broken", () => {
  let organization: Organization;
  let fixture: Fixture;
  beforeAll(async () => {
    organization = await newOrganization();
    fixture = await newFixture(organization, "fuzz");
  });

  test("meet no failure of ours, and no word of what is inside", async () => {
    const statuses: Record<number, number> = {};
    const request = fc.oneof(
      ...operations().map(([method, path, operation]) => drawnRequest(method, path, operation, () => fixture)),
    );
    let fixtures = 0;
    const property = fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 20, size: "max" }),
      async (drawn) => {
        const { status } = await organization.call("GET", `/v1/documents/${fixture.id}`);
        // Requests about what has been deleted or erased meet little: the next ones have another.
        if (status === 404) {
          await organization.call("PATCH", "/v1/organization", { body: { maxDocuments: null, maxBytes: null } });
          fixture = await newFixture(organization, `fuzz-${fixtures++}`);
        }
        const answers = await Promise.all(
          drawn.map(({ method, path, ...options }) => organization.call(method, path, options)),
        );
        for (const [index, answer] of answers.entries()) {
          const sent = drawn[index];
          if (sent === undefined) throw new Error("There is an answer to no request");
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
          expect(answer.status, echo(sent)).toBeLessThan(500);
          expectNames(answer);
          if (answer.status >= 400) {
            expectProblem(answer, answer.status, answer.body.code);
            const leak = INTERNAL.exec(JSON.stringify(answer.body))?.[0].toLowerCase();
            expect(leak !== undefined && !echo(sent).includes(leak), JSON.stringify(answer.body)).toBe(false);
          } else if (answer.status !== 304) expect(answer.headers.get("content-type")).toBe("application/json");
        }
      },
    );
    await fc.assert(property, { numRuns: REQUESTS / 8 });
    const count = (from: number) =>
      Object.entries(statuses).reduce(
        (sum, [status, n]) => sum + (Math.floor(Number(status) / 100) === from ? n : 0),
        0,
      );
    expect(count(2) + count(3) + count(4)).toBeGreaterThanOrEqual(REQUESTS);
    // Requests that are all refused at the door would test nothing behind it.
    expect(count(2), JSON.stringify(statuses)).toBeGreaterThan(REQUESTS / 8);
  }, 300_000);
});

function operations(): (readonly [string, string, Operation])[] {
  return Object.entries(openapi.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  );
}

function drawnRequest(method: string, path: string, operation: Operation, fixture: () => Fixture): fc.Arbitrary<Drawn> {
  const { parameters = [], requestBody } = operation;
  const bodySchema = requestBody?.content["application/json"].schema;
  const of = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((each) => each.in === place)
          .map(({ name, schema }) => [name, arbitraryOf(schema, openapi, name)]),
      ),
      {
        requiredKeys: parameters
          .filter((each) => each.in === place && (each.required ?? false))
          .map(({ name }) => name),
      },
    ) as fc.Arbitrary<Record<string, unknown>>;
  return fc
    .record({
      params: of("path"),
      query: of("query"),
      headers: of("header"),
      body: bodySchema === undefined ? fc.constant(undefined) : arbitraryOf(bodySchema, openapi, "body"),
      known: fc.record({
        id: fc.boolean(),
        containerTag: fc.constantFrom(true, true, true, false),
        customId: fc.boolean(),
      }),
      damage: fc.oneof(
        { weight: 9, arbitrary: fc.constant("") },
        { weight: 1, arbitrary: fc.constantFrom("[", '"\\ud800', "\u0000", "}") },
      ),
    })
    .map(({ params, query, headers, body, known, damage }) => {
      const place = (name: string, drawn: unknown) => {
        const isKnown = name === "id" ? known.id : name === "containerTag" ? known.containerTag : known.customId;
        return encode((isKnown ? { ...fixture(), version: "1" }[name] : undefined) ?? drawn);
      };
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => place(name, params[name]));
      const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
      const json = JSON.stringify(
        known.containerTag && isObject(body) && "containerTag" in body
          ? { ...body, containerTag: fixture().containerTag }
          : body,
      );
      return {
        method,
        path: search.length === 0 ? target : `${target}?${search.join("&")}`,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)])),
        },
        ...(json === undefined ? {} : { raw: damage + json }),
      };
    });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function encode(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(text.toWellFormed());
}

/** A header takes no more than visible ASCII and spaces between. */
function headerText(value: unknown): string {
  return String(value)
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .trim();
}
