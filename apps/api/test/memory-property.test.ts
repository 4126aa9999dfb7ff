import { commandSequence } from "@stela/core/testing/arbitrary-commands";
import { ReferenceModel } from "@stela/core/testing/reference-model";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { newOrganization, type Organization, storedTexts } from "./organization.ts";

describe("the memory tool over REST, on random commands", () => {
  let organization: Organization;
  beforeAll(async () => {
    organization = await newOrganization();
  });

  test("gives every answer of the reference model, and ends with its files", async () => {
    let commands = 0;
    let containers = 0;
    const property = fc.asyncProperty(commandSequence, async (inputs) => {
      const model = new ReferenceModel();
      const tag = `random-${containers++}`;
      for (const input of inputs) {
        commands++;
        const { status, body } = await organization.call("POST", `/v1/containers/${tag}/memory`, { body: input });
        expect({ input, status, content: body.content, isError: body.isError }).toEqual({
          input,
          status: 200,
          ...model.run(input),
        });
      }
      expect(await storedTexts(organization, tag)).toEqual(Object.fromEntries(model.files));
    });
    await fc.assert(property, { numRuns: 100 });
    expect(commands).toBeGreaterThanOrEqual(2_000);
  }, 120_000);
});
