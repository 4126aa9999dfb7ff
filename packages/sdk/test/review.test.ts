import { beforeAll, beforeEach, expect, test } from "vitest";
import { createClaudeMemoryTool } from "../src/anthropic/index.ts";
import { ConflictError, type Proposal, SavedForReviewError, type Stela, StelaError } from "../src/index.ts";
import { freshContainerTag, proposerUnderTest, stelaUnderTest } from "./stela-under-test.ts";

let stela: Stela;
let proposer: Stela;
let containerTag: string;
const file = "/memories/a.md";

beforeAll(() => {
  [stela, proposer] = [stelaUnderTest(), proposerUnderTest()];
});
beforeEach(async () => {
  containerTag = freshContainerTag();
  await stela.documents.put({ containerTag, customId: file }, { content: "one\n" });
});

const proposed = async (write: PromiseLike<unknown>): Promise<Proposal> => {
  const error = await write.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SavedForReviewError);
  return (error as SavedForReviewError).proposal;
};
const putBy = (client: Stela, content: string) => client.documents.put({ containerTag, customId: file }, { content });
const content = async () => (await stela.documents.get({ containerTag, customId: file })).content;

test("a write of a key that may only propose is thrown as what waits, never given as a document", async () => {
  const proposal = await proposed(putBy(proposer, "two\n"));
  expect(proposal).toMatchObject({ status: "pending", op: "upsert", baseVersion: 1, operation: { content: "two\n" } });
  expect(await content()).toBe("one\n");
});

test("proposals are listed, read, approved, corrected and rejected, alone and together", async () => {
  const { proposals } = stela;
  const ids: string[] = [];
  for (const text of ["1", "2", "3", "4", "5"]) ids.push((await proposed(putBy(proposer, text))).id);
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = ids;
  const listed: string[] = [];
  for await (const { id } of proposals.list({ containerTag, status: "pending", limit: 2 })) listed.push(id);
  expect(listed).toEqual(ids);
  expect(await proposals.get(first)).toMatchObject({ proposal: { id: first }, present: { content: "one\n" } });
  expect(await proposals.approve(first)).toMatchObject({ status: "approved", version: 2 });
  await expect(proposals.approve(second)).rejects.toMatchObject({ reason: "moved_on" });
  const operation = { op: "upsert", customId: file, content: "two" } as const;
  expect(await proposals.approve(second, { operation, force: true })).toMatchObject({ version: 3 });
  expect(await content()).toBe("two");
  expect(await proposals.reject(third, "no")).toMatchObject({ status: "rejected", reason: "no" });
  await expect(proposals.approve(third)).rejects.toBeInstanceOf(ConflictError);
  expect((await proposals.approveMany([fourth])).results).toMatchObject([{ problem: { reason: "moved_on" } }]);
  expect((await proposals.rejectMany([fourth, fifth])).results).toMatchObject([
    { id: fourth, proposal: { status: "rejected" } },
    { id: fifth, proposal: { status: "rejected" } },
  ]);
});

test("the model is told by the tool that its command is saved for review", async () => {
  const tool = createClaudeMemoryTool(proposer, { containerTag });
  const input = { command: "str_replace", path: file, old_str: "one", new_str: "two" };
  expect(await tool.handleCommandForToolResult(input, "toolu_1")).toMatchObject({
    content: `Saved for review: ${file}`,
    is_error: false,
  });
  expect(await content()).toBe("one\n");
});

test("the audit trail is listed and exported, and its seals are verified", async () => {
  await putBy(stela, "two\n");
  await stela.documents.delete({ containerTag, customId: file });
  const actions: string[] = [];
  for await (const { action } of stela.audit.list({ containerTag, limit: 1 })) actions.push(action);
  expect(actions).toEqual(["document.delete", "document.update", "document.create"]);
  const csv = await new Response(await stela.audit.export("csv", { containerTag })).text();
  expect(csv.split("\r\n")).toHaveLength(5);
  const lines = await new Response(await stela.audit.export("ndjson", { containerTag, outcome: "done" })).text();
  const exported = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).action);
  expect(exported).toEqual(["audit.export", ...actions]);
  expect(await stela.audit.verify()).toMatchObject({ valid: true, problem: null, nextCursor: null });
});

test("an export that is refused is an error, not a stream", async () => {
  await expect(proposer.audit.export("csv")).rejects.toMatchObject({ status: 403 });
  await expect(stela.audit.export("csv", { containerTag: "not a tag" })).rejects.toBeInstanceOf(StelaError);
});
