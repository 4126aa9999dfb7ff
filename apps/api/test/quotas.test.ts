import { beforeEach, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import {
  type Answer,
  documentPath,
  newOrganization,
  type Organization,
  putAll,
  runCommand,
  storedTexts,
} from "./organization.ts";
import { expectProblem } from "./problem.ts";

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});

const limitTo = async (settings: object) => {
  const { status } = await organization.call("PATCH", "/v1/organization", { body: settings });
  expect(status).toBe(200);
};
const put = (tag: string, customId: string, content: string) =>
  organization.call("PUT", documentPath(tag, customId), { body: { content } });
const held = async () => {
  const { body } = await organization.call("GET", "/v1/organization");
  return { documents: body.documents, bytes: body.bytes };
};

/** What is stored, counted. */
async function truth(): Promise<{ documents: number; bytes: number }> {
  const [row] = await asOwner()`select count(*)::int as documents, coalesce(sum(octet_length(content)), 0)::int as bytes
    from stela.documents where org_id = ${organization.id}`;
  return row as { documents: number; bytes: number };
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

describe("the organization", () => {
  test("is what its key belongs to, with what it holds in all containers", async () => {
    await putAll(organization, "a", { x: "12345", y: "选" });
    await putAll(organization, "b", { x: "1" });
    expect((await organization.call("GET", "/v1/organization")).body).toEqual({
      id: organization.id,
      name: "Test",
      allowedOrigins: [],
      documents: 3,
      bytes: 9,
      maxDocuments: null,
      maxBytes: null,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  test("has the quotas that were set, one at a time or both, until they are cleared, and each is audited", async () => {
    const set = (body: object) => organization.call("PATCH", "/v1/organization", { body });
    expect((await set({ maxDocuments: 5 })).body).toMatchObject({ maxDocuments: 5, maxBytes: null });
    expect((await set({ maxBytes: 7 })).body).toMatchObject({ maxDocuments: 5, maxBytes: 7 });
    expect((await set({ maxDocuments: null })).body).toMatchObject({ maxDocuments: null, maxBytes: 7 });
    for (const body of [{}, { name: "x" }, { maxBytes: -1 }, { maxBytes: 1.5 }, { maxDocuments: "5" }]) {
      expectProblem(await set(body), 422, "validation_failed");
    }
    const events = await asOwner()`select details from stela.audit_events
      where org_id = ${organization.id} and action = 'organization.settings' order by id`;
    expect(events.map(({ details }) => details)).toEqual([
      { maxDocuments: 5 },
      { maxBytes: 7 },
      { maxDocuments: null },
    ]);
    const neighbour = await newOrganization();
    expect((await neighbour.call("GET", "/v1/organization")).body.maxBytes).toBe(null);
  });
});

describe("a quota of the organization", () => {
  const fills: readonly [string, (customId: string, content: string) => Promise<Answer>][] = [
    ["PUT", (customId, content) => put("full", customId, content)],
    [
      "POST /v1/documents",
      (customId, content) =>
        organization.call("POST", "/v1/documents", { body: { containerTag: "full", customId, content } }),
    ],
    [
      "a batch",
      (customId, content) =>
        organization.call("POST", "/v1/batch", {
          body: { containerTag: "full", operations: [{ op: "upsert", customId, content }] },
        }),
    ],
  ];

  test.each(fills)("of documents is kept by %s, over all containers", async (_, fill) => {
    await limitTo({ maxDocuments: 3 });
    await putAll(organization, "other", { a: "", b: "" });
    expect((await fill("c", "")).status).toBeLessThan(300);
    const refused = await fill("d", "");
    expectProblem(refused, 429, "quota_exceeded");
    expect(refused.body).toMatchObject({ quota: "maxDocuments", limit: 3 });
    expect(refused.body.detail).toContain("organization");
    expect((await fill("c", "changed")).status).toBe(200);
    await organization.call("DELETE", documentPath("other", "a"));
    expect((await fill("d", "")).status).toBeLessThan(300);
    expect(await held()).toEqual(await truth());
  });

  test.each(fills)("of bytes is kept by %s to the byte", async (_, fill) => {
    await limitTo({ maxBytes: 10 });
    await put("other", "a", "1234");
    expect((await fill("b", "选选")).status).toBeLessThan(300);
    for (const answer of [await fill("c", "1"), await fill("b", "选选1")]) {
      expectProblem(answer, 429, "quota_exceeded");
      expect(answer.body).toMatchObject({ quota: "maxBytes", limit: 10 });
    }
    expect((await fill("c", "")).status).toBeLessThan(300);
    expect((await fill("b", "1")).status).toBe(200);
    expect(await held()).toEqual({ documents: 3, bytes: 5 });
  });

  test("is kept by edits, by each operation of a batch, and by the memory tool", async () => {
    await limitTo({ maxBytes: 10, maxDocuments: 2 });
    await put("full", "/memories/a", "12345678");
    const edit = (append: string) =>
      organization.call("POST", `${documentPath("full", "/memories/a")}/edits`, { body: { edits: [{ append }] } });
    expectProblem(await edit("123"), 429, "quota_exceeded");
    const operations = [
      { op: "edit", customId: "/memories/a", edits: [{ append: "12" }] },
      { op: "upsert", customId: "b", content: "1" },
    ];
    const batch = await organization.call("POST", "/v1/batch", { body: { containerTag: "full", operations } });
    expectProblem(batch, 429, "quota_exceeded");
    expect(batch.body.operationIndex).toBe(1);
    for (const command of [
      { command: "create", path: "/memories/b", file_text: "123" },
      { command: "insert", path: "/memories/a", insert_line: 0, insert_text: "123" },
      { command: "str_replace", path: "/memories/a", old_str: "1", new_str: "1234" },
    ]) {
      expectProblem(await runCommand(organization, "full", command), 429, "quota_exceeded");
    }
    expect(await storedTexts(organization, "full")).toEqual({ "/memories/a": "12345678" });
    expect((await edit("12")).status).toBe(200);
  });

  test("below what is held refuses what adds, not what takes away", async () => {
    await putAll(organization, "a", { x: "12345", y: "12345" });
    await limitTo({ maxDocuments: 1, maxBytes: 3 });
    expectProblem(await put("a", "z", ""), 429, "quota_exceeded");
    expectProblem(await put("a", "x", "123456"), 429, "quota_exceeded");
    expect((await put("a", "x", "1234")).status).toBe(200);
    expect((await organization.call("DELETE", documentPath("a", "y"))).status).toBe(200);
    expect(await held()).toEqual({ documents: 1, bytes: 4 });
  });

  test("is overshot by 32 writers at once by no more than their writes in flight, and the counters are the truth", async () => {
    await limitTo({ maxDocuments: 100, maxBytes: 1_000 });
    const writer = async (index: number) => {
      const answers: Answer[] = [];
      for (let write = 0; write < 8; write++) {
        const [tag, name, content] = [`c${index % 8}`, `/memories/w${index}/${write}`, "1234567890"];
        if (index % 3 === 0) answers.push(await put(tag, name, content));
        else if (index % 3 === 1) {
          const operations = [{ op: "upsert", customId: name, content }];
          answers.push(await organization.call("POST", "/v1/batch", { body: { containerTag: tag, operations } }));
        } else {
          answers.push(await runCommand(organization, tag, { command: "create", path: name, file_text: content }));
        }
      }
      return answers;
    };
    const answers = (await Promise.all(Array.from({ length: 32 }, (_, index) => writer(index)))).flat();
    expect(statuses(answers).filter((status) => status >= 500)).toEqual([]);
    const done = answers.filter(({ status, body }) => status < 300 && body.isError !== true).length;
    const stored = await truth();
    expect(stored).toEqual({ documents: done, bytes: 10 * done });
    expect(await held()).toEqual(stored);
    expect(done).toBeGreaterThanOrEqual(100);
    expect(done).toBeLessThanOrEqual(100 + 31);
    expectProblem(await put("c0", "one more", "x"), 429, "quota_exceeded");
  });
});

test("the organization's counters are the truth after a mix of everything in many containers at once", async () => {
  const answers = await Promise.all(
    Array.from({ length: 160 }, (_, index) => {
      const tag = `m${index % 5}`;
      const path = `/memories/${index % 7}/${index % 3}`;
      switch (index % 6) {
        case 0:
        case 1:
          return put(tag, path, "é".repeat(index));
        case 2:
          return runCommand(organization, tag, { command: "insert", path, insert_line: 0, insert_text: "选" });
        case 3:
          return organization.call("DELETE", documentPath(tag, path));
        case 4:
          return runCommand(organization, tag, { command: "rename", old_path: path, new_path: `/memories/x${index}` });
        default: {
          const operations = [
            { op: "upsert", customId: path, content: "yy" },
            { op: "delete", customId: path },
          ];
          return organization.call("POST", "/v1/batch", { body: { containerTag: tag, operations } });
        }
      }
    }),
  );
  expect(statuses(answers).filter((status) => status >= 500)).toEqual([]);
  expect(await held()).toEqual(await truth());
});

test("a container's quota and the organization's hold beside each other, and each says whose it is", async () => {
  await limitTo({ maxDocuments: 2 });
  await organization.call("PATCH", "/v1/containers/small", { body: { maxDocuments: 1 } });
  await put("small", "a", "");
  const inContainer = await put("small", "b", "");
  await put("large", "a", "");
  const inOrganization = await put("large", "b", "");
  for (const [answer, of] of [
    [inContainer, "container"],
    [inOrganization, "organization"],
  ] as const) {
    expectProblem(answer, 429, "quota_exceeded");
    expect(answer.body.detail).toContain(of);
  }
});
