import { beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { type Answer, documentPath, newOrganization, type Organization, runCommand } from "./organization.ts";

let organization: Organization;
let actor: string;
beforeAll(async () => {
  organization = await newOrganization();
  const [key] = await asOwner()`select id from stela.api_keys where org_id = ${organization.id}`;
  actor = `key:${key?.["id"]}`;
});

interface Revision {
  readonly version: number;
  readonly operation: string;
  readonly custom_id: string;
  readonly content: string | null;
}

/** A document's revisions, in order of version, with what is said of who made them. */
async function revisionsOf(id: string): Promise<(Revision & Record<string, unknown>)[]> {
  const rows =
    await asOwner()`select version, operation, custom_id, content, tags, metadata, fields, actor, session, request, model
    from stela.revisions where org_id = ${organization.id} and document_id = ${id} order by version`;
  return rows as (Revision & Record<string, unknown>)[];
}

const requestOf = ({ headers }: Answer) => headers.get("x-request-id");

describe("history", () => {
  test("has a revision for each version, with who made it, in which session, by which model and request", async () => {
    const at = documentPath("history", "/memories/a");
    const headers = { "stela-session": "run 7", "stela-model": "claude" };
    const made = await organization.call("PUT", at, { body: { content: "1", tags: ["t"], importance: 2 }, headers });
    const changed = await organization.call("PATCH", at, { body: { metadata: { a: 1 } }, headers });
    const edited = await organization.call("POST", `${at}/edits`, {
      body: { edits: [{ append: "2" }, { append: "3" }] },
    });
    const moved = await organization.call("POST", "/v1/containers/history/rename", {
      body: { from: "/memories/a", to: "/memories/b" },
      headers,
    });
    const replaced = await runCommand(organization, "history", {
      command: "str_replace",
      path: "/memories/b",
      old_str: "3",
      new_str: "",
    });
    const batched = await organization.call("POST", "/v1/batch", {
      body: {
        containerTag: "history",
        operations: [
          { op: "upsert", customId: "/memories/b", content: "x" },
          { op: "delete", customId: "/memories/b" },
        ],
      },
      headers,
    });
    const revisions = await revisionsOf(made.body.id);
    expect(
      revisions.map(({ version, operation, custom_id, content }) => [version, operation, custom_id, content]),
    ).toEqual([
      [1, "create", "/memories/a", "1"],
      [2, "update", "/memories/a", "1"],
      [3, "update", "/memories/a", "123"],
      [4, "rename", "/memories/b", "123"],
      [5, "update", "/memories/b", "12"],
      [6, "update", "/memories/b", "x"],
      [7, "delete", "/memories/b", null],
    ]);
    expect(revisions.map(({ request }) => request)).toEqual(
      [made, changed, edited, moved, replaced, batched, batched].map(requestOf),
    );
    expect(revisions.map(({ session }) => session)).toEqual(["run 7", "run 7", null, "run 7", null, "run 7", "run 7"]);
    expect(revisions.map(({ model }) => model)).toEqual(["claude", "claude", null, "claude", null, "claude", "claude"]);
    expect(new Set(revisions.map((revision) => revision["actor"]))).toEqual(new Set([actor]));
    expect(revisions[6]).toMatchObject({
      tags: ["t"],
      metadata: { a: 1 },
      fields: { importance: 2, status: "active", pinned: false },
    });
  });

  test("of a directory that is renamed or deleted is that of each file in it", async () => {
    for (const name of ["x/1", "x/2/3"])
      await organization.call("PUT", documentPath("trees", `/memories/${name}`), { body: { content: name } });
    const moved = await runCommand(organization, "trees", {
      command: "rename",
      old_path: "/memories/x",
      new_path: "/memories/y",
    });
    const deleted = await runCommand(organization, "trees", { command: "delete", path: "/memories/y" });
    const rows = await asOwner()`select version, operation, custom_id, request from stela.revisions
      where org_id = ${organization.id} and container_tag = 'trees' and version > 1 order by custom_id, version`;
    expect(rows).toEqual(
      ["/memories/y/1", "/memories/y/2/3"].flatMap((custom_id) => [
        { version: 2, operation: "rename", custom_id, request: requestOf(moved) },
        { version: 3, operation: "delete", custom_id, request: requestOf(deleted) },
      ]),
    );
    const events = await asOwner()`select action, custom_id, details from stela.audit_events
      where org_id = ${organization.id} and container_tag = 'trees' and action = 'document.rename' order by id`;
    expect(events.map(({ details }) => details["from"]).sort()).toEqual(["/memories/x/1", "/memories/x/2/3"]);
  });

  test("of a path that is made again is that of two documents", async () => {
    const at = documentPath("again", "a");
    const first = await organization.call("PUT", at, { body: { content: "1" } });
    await organization.call("DELETE", at);
    const second = await organization.call("PUT", at, { body: { content: "2" } });
    expect((await revisionsOf(first.body.id)).map(({ operation }) => operation)).toEqual(["create", "delete"]);
    expect((await revisionsOf(second.body.id)).map(({ operation }) => operation)).toEqual(["create"]);
  });

  test("has nothing of what was refused, and nothing twice of what was repeated", async () => {
    const at = documentPath("refused", "a");
    const { body } = await organization.call("PUT", at, { body: { content: "1" } });
    const headers = { "idempotency-key": "once" };
    for (let round = 0; round < 3; round++) await organization.call("PUT", at, { body: { content: "2" }, headers });
    await organization.call("PUT", at, { body: { content: "3" }, headers: { "if-match": '"1"' } });
    await organization.call("POST", `${at}/edits`, { body: { edits: [{ append: "x" }, { oldStr: "none" }] } });
    await organization.call("POST", "/v1/batch", {
      body: {
        containerTag: "refused",
        operations: [
          { op: "upsert", customId: "a", content: "4" },
          { op: "delete", customId: "none" },
        ],
      },
    });
    expect((await revisionsOf(body.id)).map(({ version, content }) => [version, content])).toEqual([
      [1, "1"],
      [2, "2"],
    ]);
  });

  test("has every version of 40 concurrent edits once", async () => {
    const at = documentPath("busy", "a");
    const { body } = await organization.call("PUT", at, { body: { content: "" } });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        organization.call("POST", `${at}/edits`, {
          body: { edits: [{ append: `${index},` }] },
          headers: { "stela-session": `run ${index}` },
        }),
      ),
    );
    const revisions = await revisionsOf(body.id);
    expect(revisions.map(({ version }) => version)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
    for (const [index, { content, session }] of revisions.entries()) {
      if (index > 0) expect(content).toBe(`${revisions[index - 1]?.content}${String(session).slice("run ".length)},`);
    }
  });
});
