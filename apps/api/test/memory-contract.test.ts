import { memoryToolCases } from "@stela/core/testing/vectors";
import { beforeAll, describe, expect, test } from "vitest";
import { documentPath, newOrganization, type Organization, storedTexts } from "./organization.ts";

describe("the memory-tool contract, over REST in workerd on Postgres", () => {
  let organization: Organization;
  beforeAll(async () => {
    organization = await newOrganization();
  });

  test.each(memoryToolCases.map((each, index) => ({ ...each, tag: `case-${index}` })))(
    "$name",
    async ({ tag, files, steps, after }) => {
      const put = ([customId, content]: [string, string]) =>
        organization.call("PUT", documentPath(tag, customId), { body: { content } });
      await Promise.all(Object.entries(files).map(put));
      for (const { input, content, is_error } of steps) {
        const { status, body } = await organization.call("POST", `/v1/containers/${tag}/memory`, { body: input });
        expect({ status, content: body.content, isError: body.isError }).toEqual({
          status: 200,
          content,
          isError: is_error,
        });
      }
      expect(await storedTexts(organization, tag)).toEqual(after);
    },
  );
});
