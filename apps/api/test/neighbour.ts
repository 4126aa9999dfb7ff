import { expect } from "vitest";
import type { Route } from "../src/route.ts";
import { contents, type Database } from "./database.ts";
import { callExample, exampleOf, type Fixture, newFixture, nowhere } from "./examples.ts";
import { type Answer, newOrganization, type Organization } from "./organization.ts";

/**
 * Sends a route's request twice, for two tenants that have nothing: one names what its neighbour has, the other what nobody has.
 * Neither may be able to tell which it is, and the neighbour's data has to be as it was.
 */
export async function expectNothingOfANeighbour(
  database: Database,
  organization: Organization,
  route: Route,
): Promise<void> {
  const [visitor, stranger] = [await newOrganization(database), await newOrganization(database)];
  const headers = { "idempotency-key": `neighbour ${route.operationId}`, "stela-session": "s" };
  const theirs = await newFixture(organization, `theirs-${route.operationId}`);
  await callExample(organization, route, theirs, { headers });
  const before = await contents(database, organization.id);
  const nobodys = nowhere(`nobodys-${route.operationId}`, theirs.customId);
  const bodiesOf = (fixture: Fixture) => {
    const { body, otherBody, variants = [] } = exampleOf(route, fixture);
    return [body, otherBody, ...variants];
  };
  for (const [index, sent] of bodiesOf(theirs).entries()) {
    if (index > 0 && sent === undefined) continue;
    const conditions = {
      ...headers,
      "idempotency-key": `${headers["idempotency-key"]} ${index === 0 ? "" : index}`.trim(),
    };
    const send = (tenant: Organization, fixture: Fixture) => {
      const body = bodiesOf(fixture)[index];
      return callExample(tenant, route, fixture, { headers: conditions, ...(body === undefined ? {} : { body }) });
    };
    const visiting = await send(visitor, theirs);
    const straying = await send(stranger, nobodys);
    expect(told(visiting, theirs)).toEqual(told(straying, nobodys));
    expect(visiting.headers.get("idempotency-replayed")).toBe(null);
  }
  expect(await contents(database, organization.id)).toEqual(before);
}

/** What is each tenant's own, whatever was asked. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  "id",
  "requestId",
  "request",
  "actor",
  "at",
  "keyId",
  "key",
  "prefix",
  "token",
  "createdBy",
]);

/** What a caller can tell of an answer: all of it but its own ids, names and times. */
export function told({ status, headers, body }: Answer, { containerTag, id, proposalId }: Partial<Fixture> = {}) {
  const seen = [...headers].filter(([name]) => name !== "x-request-id" && name !== "server-timing");
  const text = JSON.stringify({ status, headers: seen, body }, (name, value) =>
    OWN_NAMES.has(name) || name.endsWith("At") ? typeof value : value,
  );
  const names = { CONTAINER: containerTag, ID: id, PROPOSAL: proposalId };
  const anonymous = Object.entries(names).reduce((said, [name, own]) => said.replaceAll(own ?? "\0", name), text);
  return JSON.parse(anonymous);
}
