import { commandSequence } from "@stela/core/testing/arbitrary-commands";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { documentPath, newOrganization, type Organization, storedTexts } from "./organization.ts";
import { expectProblem } from "./problem.ts";

let organization: Organization;
let tag: string;
let containers = 0;
beforeAll(async () => {
  organization = await newOrganization();
});
beforeEach(() => {
  tag = `undo-${containers++}`;
});

const session = (name: string) => ({ "stela-session": name });
const at = (customId: string) => documentPath(tag, customId);
const put = (customId: string, body: object | string, by: string) =>
  organization.call("PUT", at(customId), {
    body: typeof body === "string" ? { content: body } : body,
    headers: session(by),
  });
const remove = (customId: string, by: string) => organization.call("DELETE", at(customId), { headers: session(by) });
const rename = (from: string, to: string, by: string) =>
  organization.call("POST", `/v1/containers/${tag}/rename`, { body: { from, to }, headers: session(by) });
const undo = async (name: string, options: { dryRun?: boolean; by?: string } = {}) => {
  const { dryRun = false, by } = options;
  const headers = by === undefined ? {} : session(by);
  const answer = await organization.call("POST", `/v1/containers/${tag}/undo`, {
    body: { session: name, dryRun },
    headers,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

/** All that is said of each document but its version and times, by name. */
async function states(): Promise<Record<string, unknown>> {
  const { body } = await organization.call("GET", `/v1/containers/${tag}/documents?fields=content&limit=200`);
  return Object.fromEntries(
    body.documents.map(
      ({
        version: _v,
        updatedAt: _u,
        createdAt: _c,
        lastAccessedAt: _l,
        ...state
      }: { customId: string } & Record<string, unknown>) => [state.customId, state],
    ),
  );
}

describe("undoing a session", () => {
  test("puts back what it made, changed, moved and deleted, and can be undone itself", async () => {
    await put("changed", { content: "before", tags: ["x"], metadata: { k: 1 }, pinned: true }, "earlier");
    await put("moved", "moved", "earlier");
    await put("deleted", { content: "deleted", importance: 5 }, "earlier");
    await put("untouched", "untouched", "earlier");
    const before = await states();
    await put("changed", { content: "after", tags: [], metadata: {} }, "run");
    await put("changed", { pinned: false }, "run");
    await rename("moved", "elsewhere", "run");
    await put("elsewhere", "and changed", "run");
    await remove("deleted", "run");
    await put("made", "made", "run");
    await put("fleeting", "made and deleted", "run");
    await remove("fleeting", "run");
    const after = await states();
    const plan = await undo("run", { dryRun: true });
    expect(await states()).toEqual(after);
    const { session: own, dryRun: _, ...done } = await undo("run");
    const { dryRun: isDry, ...planned } = plan;
    expect(isDry).toBe(true);
    expect(done).toEqual(planned);
    expect(await states()).toEqual(before);
    expect(done).toMatchObject({ undone: 4, left: 0, skipped: [] });
    expect(
      done.documents.map(({ customId, action, to, version }: Record<string, unknown>) => [
        customId,
        action,
        to,
        version,
      ]),
    ).toEqual([
      ["changed", "change", "changed", 1],
      ["elsewhere", "move", "moved", 1],
      ["deleted", "recreate", "deleted", 1],
      ["made", "delete", undefined, undefined],
    ]);
    expect(own).toMatch(/^undo:req_/);
    await undo(own);
    expect(await states()).toEqual(after);
  });

  test("leaves and reports what others changed since, or between two of its changes", async () => {
    await put("since", "1", "earlier");
    await put("between", "1", "earlier");
    await put("mine", "1", "earlier");
    await put("since", "2", "run");
    await put("since", "3", "other");
    await put("between", "2", "run");
    await put("between", "3", "other");
    await put("between", "4", "run");
    await put("mine", "2", "run");
    await put("gone", "1", "run");
    await organization.call("DELETE", at("gone"));
    const done = await undo("run");
    expect(done).toMatchObject({ undone: 1, left: 3 });
    expect(
      done.skipped.map(({ customId, reason, versions }: Record<string, unknown>) => [customId, reason, versions]),
    ).toEqual([
      ["since", "changed_by_others", [3]],
      ["between", "changed_by_others", [3]],
      ["gone", "changed_by_others", [2]],
    ]);
    expect(await storedTexts(organization, tag)).toEqual({ since: "3", between: "4", mine: "1" });
  });

  test("reports a name that another has by now, or where a directory or a file stands, and leaves the document", async () => {
    for (const name of ["a", "/memories/f", "/memories/d/x", "/memories/moved"]) await put(name, name, "earlier");
    await remove("a", "run");
    await remove("/memories/f", "run");
    await remove("/memories/d/x", "run");
    await rename("/memories/moved", "/memories/away", "run");
    await put("a", "another", "other");
    await put("/memories/f/beneath", "f is a directory", "other");
    await put("/memories/d", "d is a file", "other");
    await put("/memories/moved", "another", "other");
    const before = await states();
    const plan = await undo("run", { dryRun: true });
    expect(plan.skipped.map(({ reason }: Record<string, unknown>) => reason)).toEqual(Array(4).fill("name_taken"));
    expect(await undo("run")).toMatchObject({ undone: 0, left: 4 });
    expect(await states()).toEqual(before);
  });

  test("puts documents back that changed places, in a circle and as a tree", async () => {
    for (const name of ["a", "b", "c", "/memories/t/1", "/memories/t/2/3"]) await put(name, name, "earlier");
    const before = await states();
    await rename("a", "x", "run");
    await rename("b", "a", "run");
    await rename("c", "b", "run");
    await rename("x", "c", "run");
    await rename("/memories/t", "/memories/u", "run");
    await put("/memories/t", "now a file", "run");
    const after = await states();
    const { session: own } = await undo("run");
    expect(await states()).toEqual(before);
    await undo(own);
    expect(await states()).toEqual(after);
  });

  test("is written under the session of the request, but never under the one that it undoes", async () => {
    await put("a", "1", "run");
    expect((await undo("run", { by: "review" })).session).toBe("review");
    const [last] = (await organization.call("GET", `${at("a")}/revisions`)).body.revisions;
    expect(last).toMatchObject({ operation: "delete", session: "review" });
    await put("b", "1", "run");
    expect((await undo("run", { by: "run" })).session).toMatch(/^undo:req_/);
  });

  test("does not go back to what is no longer kept, and says so", async () => {
    await put("a", "1", "earlier");
    await put("a", "2", "run");
    await asOwner()`delete from stela.revisions where org_id = ${organization.id} and container_tag = ${tag} and version = 1`;
    const done = await undo("run");
    expect(done.skipped).toMatchObject([{ customId: "a", reason: "not_kept" }]);
    expect(await storedTexts(organization, tag)).toEqual({ a: "2" });
  });

  test("of a session that changed nothing here, or in another container, changes nothing", async () => {
    await put("a", "1", "run");
    expect(await undo("nobody")).toMatchObject({ undone: 0, left: 0 });
    tag = `undo-${containers++}`;
    expect(await undo("run")).toMatchObject({ undone: 0, left: 0, documents: [] });
  });

  test("is refused whole where a quota does not hold what it would bring back", async () => {
    await put("a", "12345", "earlier");
    await put("b", "1", "earlier");
    await remove("a", "run");
    await put("b", "2", "run");
    await organization.call("PATCH", `/v1/containers/${tag}`, { body: { maxBytes: 5 } });
    const refused = await organization.call("POST", `/v1/containers/${tag}/undo`, { body: { session: "run" } });
    expectProblem(refused, 429, "quota_exceeded");
    expect(await storedTexts(organization, tag)).toEqual({ b: "2" });
  });

  test("beside writers of other sessions loses none of their changes", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `n${index}`);
    for (const name of names) await put(name, "before", "earlier");
    for (const name of names) await put(name, "run", "run");
    const [done, ...writes] = await Promise.all([
      undo("run"),
      ...names.map((name) => put(name, `by other ${name}`, "other")),
    ]);
    expect(writes.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(done.undone + done.left).toBe(8);
    expect(await storedTexts(organization, tag)).toEqual(
      Object.fromEntries(names.map((name) => [name, `by other ${name}`])),
    );
  });

  test("of random sessions puts their own back, touches nothing of others, and is undone whole", async () => {
    const seen = { undone: 0, changed_by_others: 0, name_taken: 0 };
    const run = fc.array(fc.constantFrom("red", "green", "blue"), { minLength: 60, maxLength: 60 });
    const property = fc.asyncProperty(commandSequence, run, fc.nat({ max: 8 }), async (inputs, sessions, pace) => {
      tag = `undo-${containers++}`;
      for (const [index, input] of inputs.entries()) {
        // Now one after another, now in long runs of one session.
        const by = sessions[Math.floor(index / (pace + 1))] ?? "red";
        await organization.call("POST", `/v1/containers/${tag}/memory`, { body: input, headers: session(by) });
      }
      const revisions = await asOwner()`select document_id, version, session, operation, custom_id, content
        from stela.revisions where org_id = ${organization.id} and container_tag = ${tag} order by document_id, version`;
      const after = await states();
      const byId = new Map(Object.values(after).map((state) => [(state as { id: string }).id, state as object]));
      const plan = await undo("green", { dryRun: true });
      const done = await undo("green");
      expect({ ...plan, dryRun: false, session: done.session }).toEqual(done);
      seen.undone += done.undone;
      for (const { reason } of done.skipped) seen[reason as "name_taken"]++;
      const skipped = new Map(
        done.skipped.map(({ documentId, reason }: Record<string, string>) => [documentId, reason]),
      );
      const now = new Map(
        Object.values(await states()).map((state) => [(state as { id: string }).id, state as object]),
      );
      for (const id of new Set(revisions.map(({ document_id }) => document_id))) {
        const own = revisions.filter(({ document_id }) => document_id === id);
        const first = own.findIndex((each) => each["session"] === "green");
        const isOwn = first !== -1 && own.slice(first).every((each) => each["session"] === "green");
        const earlier = own[first - 1];
        const expected: object | undefined =
          !isOwn || skipped.get(id) === "name_taken"
            ? byId.get(id)
            : earlier === undefined || earlier["operation"] === "delete"
              ? undefined
              : { customId: earlier["custom_id"], content: earlier["content"] };
        const found = now.get(id);
        if (expected === undefined) expect(found).toBeUndefined();
        else expect(found).toMatchObject(expected);
        if (first !== -1 && !isOwn) expect(skipped.get(id)).toBe("changed_by_others");
      }
      await undo(done.session);
      expect(await states()).toEqual(after);
    });
    await fc.assert(property, { numRuns: 60 });
    expect(seen.undone, JSON.stringify(seen)).toBeGreaterThan(50);
    expect(seen.changed_by_others, JSON.stringify(seen)).toBeGreaterThan(20);
  }, 240_000);
});
