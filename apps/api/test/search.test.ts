import { describe, expect, it } from "vitest";
import conformance from "../../../conformance/search.json";
import { newOrganization, type Organization, putAll } from "./organization.ts";

async function find(organization: Organization, body: object): Promise<string[]> {
  const answer = await organization.call("POST", "/v1/search", { body: { limit: 100, ...body } });
  if (answer.status !== 200) throw new Error(`A search was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.hits.map(({ customId }: { customId: string }) => customId);
}

describe("the queries of conformance/search.json", async () => {
  const organization = await newOrganization();
  await putAll(organization, "conformance", conformance.documents);
  for (const { query, mode, all = [], none = [], first } of conformance.queries) {
    it(`${query} (${mode ?? "hybrid"})`, async () => {
      const found = await find(organization, { containerTag: "conformance", query, ...(mode && { mode }) });
      expect(found).toEqual(expect.arrayContaining(all));
      for (const customId of none) expect(found).not.toContain(customId);
      if (first !== undefined) expect(found[0]).toBe(first);
    });
  }
});
