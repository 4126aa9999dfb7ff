import { describe, expect, test } from "vitest";
import { asApp, asOwner } from "./database.ts";
import { newOrganization } from "./organization.ts";

describe("tokens of people who are signed in", () => {
  test("requests that come at once make one key among them, which all tokens are of", async () => {
    const { id } = await newOrganization();
    const ask = () => asApp()`select stela.person_token(${id}, 'ada', ${["documents:read"]}, ${crypto.randomUUID()},
      ${crypto.randomUUID()}, 60) as grant`;
    const made = (await Promise.all(Array.from({ length: 12 }, ask))).map(([row]) => row?.["grant"].keyId);
    const keys =
      await asOwner()`select id from stela.api_keys where org_id = ${id} and created_by = 'system:dashboard'`;
    expect(keys).toHaveLength(1);
    expect(new Set(made)).toEqual(new Set([keys[0]?.["id"]]));
  });
});
