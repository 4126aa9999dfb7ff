import { beforeEach, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { documentPath, idOfKey, newOrganization, type Organization, runCommand } from "./organization.ts";
import { expectProblem } from "./problem.ts";

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});

const usage = async (query = "", key = organization.key) => organization.call("GET", `/v1/usage?${query}`, { key });
const put = (tag: string, customId: string, content: string, key = organization.key) =>
  organization.call("PUT", documentPath(tag, customId), { key, body: { content } });
const remove = (tag: string, customId: string) => organization.call("DELETE", documentPath(tag, customId));

/** Moves what was done so far into the past. */
async function age(days: number): Promise<void> {
  await asOwner()`update stela.audit_events set at = at - make_interval(days => ${days}) where org_id = ${organization.id}`;
}

const today = (offsetDays = 0) => new Date(Date.now() + offsetDays * 86_400_000).toISOString().slice(0, 10);

describe("usage", () => {
  test("counts writes, deletes, bytes and documents by every way to write", async () => {
    await put("a", "/memories/x", "12345");
    await put("a", "/memories/x", "选");
    await organization.call("PATCH", documentPath("a", "/memories/x"), { body: { pinned: true } });
    await organization.call("POST", `${documentPath("a", "/memories/x")}/edits`, {
      body: { edits: [{ append: "1" }] },
    });
    await runCommand(organization, "a", { command: "rename", old_path: "/memories/x", new_path: "/memories/y" });
    await runCommand(organization, "a", { command: "create", path: "/memories/z", file_text: "1234567" });
    await remove("a", "/memories/z");
    const operations = [
      { op: "upsert", customId: "fact", content: "ab" },
      { op: "delete", customId: "fact" },
    ];
    await organization.call("POST", "/v1/batch", { body: { containerTag: "a", operations } });
    await remove("a", "never there");
    expectProblem(await put("a", "bad\u0001", ""), 422, "validation_failed");
    await organization.call("POST", `${documentPath("a", "/memories/z")}/restore`, { body: { version: 1 } });
    await organization.call("POST", "/v1/containers/a/erase", { body: { customId: "/memories/z" } });
    const { body } = await usage();
    expect(body).toEqual({
      from: today(-29),
      to: today(),
      // The restore is a write; the erasure a delete, and the bytes of what it erased are gone with it.
      rows: [{ day: today(), writes: 8, deletes: 3, bytesWritten: 5 + 3 + 4 + 2, documents: 3, recalls: 0 }],
      nextCursor: null,
    });
  });

  test("is told by day, from the first to the last, both included", async () => {
    await put("a", "x", "1");
    await age(2);
    await put("a", "x", "12");
    await put("a", "y", "123");
    await age(1);
    await put("a", "z", "1234");
    const row = (offset: number, writes: number, bytesWritten: number) => ({
      day: today(offset),
      writes,
      deletes: 0,
      bytesWritten,
      documents: writes,
      recalls: 0,
    });
    const rows = [row(-3, 1, 1), row(-1, 2, 5), row(0, 1, 4)];
    expect((await usage("groupBy=day")).body.rows).toEqual(rows);
    expect((await usage(`from=${today(-3)}&to=${today(-1)}`)).body.rows).toEqual(rows.slice(0, 2));
    expect((await usage(`from=${today(-2)}`)).body.rows).toEqual(rows.slice(1));
    expect((await usage(`to=${today(-2)}`)).body.rows).toEqual(rows.slice(0, 1));
  });

  test("is told by container, and of one, and of those alone that the key covers", async () => {
    await Promise.all(["user:1", "user:2", "project:1"].map((tag) => put(tag, "x", tag)));
    const names = (body: { rows: { containerTag: string }[] }) => body.rows.map(({ containerTag }) => containerTag);
    expect(names((await usage("groupBy=container")).body)).toEqual(["project:1", "user:1", "user:2"]);
    expect(names((await usage("groupBy=container&containerTag=user:2")).body)).toEqual(["user:2"]);
    const narrow = await organization.newKey({ containers: ["user:*"] });
    expect(names((await usage("groupBy=container", narrow)).body)).toEqual(["user:1", "user:2"]);
    expect((await usage("", narrow)).body.rows).toMatchObject([{ writes: 2, bytesWritten: 12 }]);
    expectProblem(await usage("containerTag=project:1", narrow), 404, "not_found");
    const neighbour = await newOrganization();
    expect((await neighbour.call("GET", "/v1/usage?groupBy=container")).body.rows).toEqual([]);
  });

  test("is told by key, and a token's is its key's, whoever holds it", async () => {
    const other = await organization.newKey();
    await put("a", "x", "1");
    await put("a", "x", "12", other);
    await put("a", "x", "123", await organization.newToken());
    await put("a", "y", "1234", await organization.newToken({ person: "ada", keyId: await idOfKey(other) }));
    const rows = [
      { key: `key:${organization.keyId}`, writes: 2, deletes: 0, bytesWritten: 4, documents: 1, recalls: 0 },
      { key: `key:${await idOfKey(other)}`, writes: 2, deletes: 0, bytesWritten: 6, documents: 2, recalls: 0 },
    ];
    expect((await usage("groupBy=key")).body.rows).toEqual(rows.sort((a, b) => (a.key < b.key ? -1 : 1)));
  });

  test("comes in pages that follow each other and repeat nothing", async () => {
    const tags = Array.from({ length: 11 }, (_, index) => `c${String(index).padStart(2, "0")}`);
    await Promise.all(tags.map((tag) => put(tag, "x", "1")));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { body } = await usage(`groupBy=container&limit=4${after}`);
      seen.push(...body.rows.map(({ containerTag }: { containerTag: string }) => containerTag));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(tags);
    const { body } = await usage("groupBy=container&limit=4");
    expectProblem(await usage(`groupBy=day&cursor=${body.nextCursor}`), 422, "validation_failed");
  });

  test("stays when the documents' revisions are gone", async () => {
    await put("a", "x", "123");
    await asOwner()`delete from stela.revisions where org_id = ${organization.id}`;
    expect((await usage()).body.rows).toMatchObject([{ writes: 1, bytesWritten: 3 }]);
  });

  test("is of 92 days at most", async () => {
    expect((await usage("from=2026-01-01&to=2026-04-02")).status).toBe(200);
    for (const query of [
      "from=2026-01-01&to=2026-04-03",
      "from=2026-01-02&to=2026-01-01",
      "from=2020-01-01",
      "from=0000-01-01",
      "from=2026-02-30",
      "from=yesterday",
      "groupBy=hour",
    ]) {
      expectProblem(await usage(query), 422, "validation_failed");
    }
    expect((await usage("from=0001-01-01&to=0001-01-02")).body.rows).toEqual([]);
    expect((await usage("from=9999-12-30&to=9999-12-31")).body.rows).toEqual([]);
  });
});
