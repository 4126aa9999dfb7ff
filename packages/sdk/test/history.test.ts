import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ConflictError, NotFoundError, type Stela, VersionMismatchError } from "../src/index.ts";
import { freshContainerTag, stelaUnderTest } from "./stela-under-test.ts";

let stela: Stela;
let containerTag: string;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(() => {
  stela = stelaUnderTest();
});
beforeEach(() => {
  containerTag = freshContainerTag();
});

const named = (customId: string) => ({ containerTag, customId });

describe("what was, through the client", () => {
  test("the history of a document is listed, read, compared and restored, by id and by name", async () => {
    const { documents } = stela;
    const { id } = await documents.put(
      named("a/b"),
      { content: "one tea\n" },
      { session: "run", model: "claude-sonnet-5-5" },
    );
    await documents.put(named("a/b"), { content: "two tea\n" });
    await documents.delete(id);
    const versions: number[] = [];
    for await (const { version, documentId } of documents.revisions.list(named("a/b"), { limit: 1 })) {
      expect(documentId).toBe(id);
      versions.push(version);
    }
    expect(versions).toEqual([3, 2, 1]);
    const page = await documents.revisions.list(id, { fields: "content", limit: 2 });
    expect(page.revisions.map(({ operation, content }) => [operation, content])).toEqual([
      ["delete", undefined],
      ["update", "two tea\n"],
    ]);
    expect(page.hasNextPage()).toBe(true);
    expect(await documents.revisions.get(id, 1)).toMatchObject({
      content: "one tea\n",
      session: "run",
      model: "claude-sonnet-5-5",
    });
    expect(await documents.revisions.diff(id, { from: 1, to: 2, mode: "word" })).toMatchObject({
      stats: { linesAdded: 1, linesRemoved: 1 },
      hunks: [{ changes: [{ type: "removed", text: "one" }, { type: "added", text: "two" }, { type: "unchanged" }] }],
    });
    await documents.put(named("a/b"), { content: "another" });
    await expect(documents.revisions.restore(id, { version: 1 })).rejects.toBeInstanceOf(ConflictError);
    await expect(documents.revisions.restore(id, { version: 9 })).rejects.toBeInstanceOf(NotFoundError);
    await expect(documents.revisions.restore(id, { version: 1 }, { ifMatch: 1 })).rejects.toBeInstanceOf(
      VersionMismatchError,
    );
    const restored = documents.revisions.restore(id, { version: 1, customId: "a/c" }, { ifMatch: 3 });
    expect(await restored.withResponse()).toMatchObject({
      version: 4,
      data: { id, customId: "a/c", content: "one tea\n" },
    });
  });

  test("a session is undone, and the undo too", async () => {
    await stela.documents.put(named("a"), { content: "before" });
    await stela.documents.put(named("a"), { content: "after" }, { session: "run" });
    await stela.documents.put(named("b"), { content: "made" }, { session: "run" });
    expect(await stela.containers.undo(containerTag, { session: "run", dryRun: true })).toMatchObject({
      dryRun: true,
      undone: 2,
    });
    const { session } = await stela.containers.undo(containerTag, { session: "run" });
    expect(
      (await stela.documents.list(containerTag, { fields: "content" })).data.map(({ content }) => content),
    ).toEqual(["before"]);
    await stela.containers.undo(containerTag, { session: session ?? "" });
    expect(
      (await stela.documents.list(containerTag, { fields: "content" })).data.map(({ content }) => content),
    ).toEqual(["after", "made"]);
  });

  test("documents and containers are erased, with receipts that count again", async () => {
    await stela.documents.batch({
      containerTag,
      operations: ["/a/1", "/a/2", "/b"].map((customId) => ({ op: "upsert", customId, content: customId })),
    });
    const plan = await stela.containers.erase(containerTag, { prefix: "/a/", dryRun: true });
    expect(plan.documents.map(({ customId }) => customId)).toEqual(["/a/1", "/a/2"]);
    const erasure = await stela.containers.erase(containerTag, { prefix: "/a/" });
    expect(erasure).toMatchObject({ target: "prefix", isClean: true, counts: { documents: 2, revisions: 2 } });
    expect(await stela.erasures.get(erasure.id)).toEqual(erasure);
    expect(await stela.containers.delete(containerTag, { dryRun: true })).toMatchObject({ dryRun: true });
    const all = await stela.containers.delete(containerTag);
    const listed = [];
    for await (const { id } of stela.erasures.list({ containerTag, limit: 1 })) listed.push(id);
    expect(listed).toEqual([all.id, erasure.id]);
    await expect(stela.containers.get(containerTag)).rejects.toBeInstanceOf(NotFoundError);
    await expect(stela.containers.delete(containerTag)).rejects.toBeInstanceOf(NotFoundError);
  });
});
