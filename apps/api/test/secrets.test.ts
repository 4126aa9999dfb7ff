import { beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { documentPath, newOrganization, type Organization } from "./organization.ts";

// Put together when the test runs, so that no file holds what looks like a secret.
const SECRET = ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_");
const [FIRST_HALF, SECOND_HALF] = [SECRET.slice(0, 20), SECRET.slice(20)];
const RULE = /github/;

let organization: Organization;
beforeAll(async () => {
  organization = await newOrganization();
});

async function container(secretPolicy?: "block" | "redact" | "allow"): Promise<string> {
  const tag = `secrets:${crypto.randomUUID()}`;
  if (secretPolicy !== undefined) {
    await organization.call("PATCH", `/v1/containers/${tag}`, { body: { secretPolicy } });
  }
  return tag;
}

const memory = (tag: string, body: unknown) => organization.call("POST", `/v1/containers/${tag}/memory`, { body });
const put = (tag: string, customId: string, body: unknown) =>
  organization.call("PUT", documentPath(tag, customId), { body });
const contentOf = async (tag: string, customId: string) =>
  (await organization.call("GET", documentPath(tag, customId))).body.content;

describe("a container that blocks secrets, as every container does until told otherwise", () => {
  const refusedWrites: Record<string, (tag: string) => ReturnType<typeof put>> = {
    "the content of a new document": (tag) => put(tag, "new", { content: `a\nkey ${SECRET}` }),
    "the content of an existing one": (tag) => put(tag, "doc", { content: SECRET }),
    "the content in a PATCH": (tag) =>
      organization.call("PATCH", documentPath(tag, "doc"), { body: { content: SECRET } }),
    metadata: (tag) => put(tag, "doc", { metadata: { deep: [{ token: SECRET }] } }),
    "a key of metadata": (tag) => put(tag, "doc", { metadata: { [SECRET]: 1 } }),
    "a tag": (tag) => put(tag, "doc", { tags: [SECRET] }),
    "a source": (tag) => put(tag, "doc", { source: `seen at ${SECRET}` }),
    "a key": (tag) => put(tag, "doc", { key: SECRET }),
    "a customId": (tag) => put(tag, `n/${SECRET}`, { content: "x" }),
    "a customId in the body": (tag) =>
      organization.call("POST", "/v1/documents", { body: { containerTag: tag, customId: SECRET, content: "x" } }),
    "the destination of a rename": (tag) =>
      organization.call("POST", `/v1/containers/${tag}/rename`, { body: { from: "doc", to: `n/${SECRET}` } }),
    "the new text of an edit": (tag) =>
      organization.call("POST", `${documentPath(tag, "doc")}/edits`, {
        body: { edits: [{ oldStr: "plain", newStr: SECRET }] },
      }),
    "an inserted line": (tag) =>
      organization.call("POST", `${documentPath(tag, "doc")}/edits`, {
        body: { edits: [{ insertLine: 0, insertText: SECRET }] },
      }),
    "appended text": (tag) =>
      organization.call("POST", `${documentPath(tag, "doc")}/edits`, { body: { edits: [{ append: `\n${SECRET}` }] } }),
    "a batch's upsert": (tag) =>
      organization.call("POST", "/v1/batch", {
        body: { containerTag: tag, operations: [{ op: "upsert", customId: "other", content: SECRET }] },
      }),
    "a batch's edit": (tag) =>
      organization.call("POST", "/v1/batch", {
        body: { containerTag: tag, operations: [{ op: "edit", customId: "doc", edits: [{ append: ` ${SECRET}` }] }] },
      }),
    "a batch's rename": (tag) =>
      organization.call("POST", "/v1/batch", {
        body: { containerTag: tag, operations: [{ op: "rename", from: "doc", to: SECRET }] },
      }),
  };

  test.each(Object.entries(refusedWrites))(
    "refuses one in %s, without echoing it, and changes nothing",
    async (_place, write) => {
      const tag = await container();
      await put(tag, "doc", { content: "plain text" });
      const { status, body } = await write(tag);
      expect({ status, code: body.code }).toEqual({ status: 422, code: "secret_detected" });
      expect(body.findings[0]).toMatchObject({ rule: expect.stringMatching(RULE), line: expect.any(Number) });
      expect(JSON.stringify(body)).not.toContain(SECRET);
      const { body: listed } = await organization.call("GET", `/v1/containers/${tag}/documents?fields=content`);
      expect(listed.documents).toMatchObject([{ customId: "doc", version: 1, content: "plain text" }]);
    },
  );

  test("answers the memory tool in the contract's words", async () => {
    const tag = await container();
    await memory(tag, { command: "create", path: "/memories/a", file_text: "one\ntwo\n" });
    const refused = [
      await memory(tag, { command: "create", path: "/memories/b", file_text: `x\ny\n${SECRET}` }),
      await memory(tag, { command: "str_replace", path: "/memories/a", old_str: "two", new_str: `two ${SECRET}` }),
      await memory(tag, { command: "insert", path: "/memories/a", insert_line: 0, insert_text: SECRET }),
    ];
    const line = (n: number) =>
      new RegExp(
        `^Error: Not saved: line ${n} looks like it contains a secret \\([a-z0-9-]+\\)\\. Remove it and try again\\.$`,
      );
    for (const [index, n] of [3, 2, 1].entries()) {
      expect(refused[index]?.body).toMatchObject({ isError: true, content: expect.stringMatching(line(n)) });
    }
    const renamed = await memory(tag, { command: "rename", old_path: "/memories/a", new_path: `/memories/${SECRET}` });
    expect(renamed.body.content).toMatch(/^Error: Not saved: the path looks like it contains a secret/);
    expect(JSON.stringify([refused, renamed].map((each) => JSON.stringify(each)))).not.toContain(SECRET);
    expect((await memory(tag, { command: "view", path: "/memories" })).body.content).toContain("8B\t/memories/a");
  });

  test("says what the command would have been refused for first, before it looks for secrets", async () => {
    const tag = await container();
    const { body } = await memory(tag, {
      command: "str_replace",
      path: "/memories/none",
      old_str: "a",
      new_str: SECRET,
    });
    expect(body.content).toBe("Error: The path /memories/none does not exist. Please provide a valid path.");
  });

  test.each([
    ["str_replace", { command: "str_replace", path: "/memories/a", old_str: "REST", new_str: SECOND_HALF }],
    ["deleting what parts its halves", { command: "str_replace", path: "/memories/parted", old_str: " | " }],
  ])("refuses an edit that completes one from halves: %s", async (_name, input) => {
    const tag = await container();
    await memory(tag, { command: "create", path: "/memories/a", file_text: `use ${FIRST_HALF}REST here` });
    await memory(tag, {
      command: "create",
      path: "/memories/parted",
      file_text: `use ${FIRST_HALF} | ${SECOND_HALF} here`,
    });
    const { body } = await memory(tag, input);
    expect(body).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^Error: Not saved: line 1 looks like/),
    });
  });

  test("lets an edit through that could complete one and does not, with a second round trip", async () => {
    const tag = await container();
    await memory(tag, { command: "create", path: "/memories/a", file_text: "see abcdefghijklmnop here" });
    const { body, headers } = await memory(tag, {
      command: "str_replace",
      path: "/memories/a",
      old_str: "op",
      new_str: "opqr",
    });
    expect(body.isError).toBe(false);
    expect(headers.get("server-timing")).toContain('roundtrips;desc="2"');
    expect(await contentOf(tag, "/memories/a")).toBe("see abcdefghijklmnopqr here");
  });

  test("an ordinary edit takes one round trip", async () => {
    const tag = await container();
    await memory(tag, { command: "create", path: "/memories/a", file_text: "- buy milk\n- call Ana\n" });
    const { headers } = await memory(tag, {
      command: "str_replace",
      path: "/memories/a",
      old_str: "milk",
      new_str: "oat milk",
    });
    expect(headers.get("server-timing")).toContain('roundtrips;desc="1"');
  });

  test("a secret that is there already can be edited out, and does not stop other edits", async () => {
    const tag = await container("allow");
    await memory(tag, { command: "create", path: "/memories/a", file_text: `note\nkey ${SECRET} end\n` });
    await organization.call("PATCH", `/v1/containers/${tag}`, { body: { secretPolicy: "block" } });
    expect(
      (await memory(tag, { command: "str_replace", path: "/memories/a", old_str: " end", new_str: " fin" })).body
        .isError,
    ).toBe(false);
    expect(
      (await memory(tag, { command: "str_replace", path: "/memories/a", old_str: SECRET, new_str: "gone" })).body
        .isError,
    ).toBe(false);
    expect(await contentOf(tag, "/memories/a")).toBe("note\nkey gone fin\n");
  });

  test("an edit judged under an Idempotency-Key is applied once", async () => {
    const tag = await container();
    await put(tag, "doc", { content: "abcdefghijklmnop" });
    const edit = () =>
      organization.call("POST", `${documentPath(tag, "doc")}/edits`, {
        body: { edits: [{ append: "q" }] },
        headers: { "idempotency-key": "once" },
      });
    const [first, second] = [await edit(), await edit()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await contentOf(tag, "doc")).toBe("abcdefghijklmnopq");
  });

  test("32 writers whose edits are all judged lose none", async () => {
    const tag = await container();
    const lines = Array.from({ length: 32 }, (_, index) => `token line ${index}: a`);
    await put(tag, "doc", { content: lines.join("\n") });
    await Promise.all(
      lines.map(async (line) => {
        for (;;) {
          const { status } = await organization.call("POST", `${documentPath(tag, "doc")}/edits`, {
            body: { edits: [{ oldStr: `${line.slice(0, -1)}a`, newStr: `${line.slice(0, -1)}b` }] },
          });
          if (status === 200) return;
          expect(status).toBe(503);
        }
      }),
    );
    expect(await contentOf(tag, "doc")).toBe(lines.map((line) => `${line.slice(0, -1)}b`).join("\n"));
  });
});

describe("a container that redacts secrets", () => {
  test("stores what is clean, of every kind of write", async () => {
    const tag = await container("redact");
    await put(tag, "a", { content: `x ${SECRET} y`, metadata: { t: SECRET }, source: SECRET });
    await memory(tag, { command: "create", path: "/memories/m", file_text: `1\n${SECRET}\n3` });
    const edited = await memory(tag, {
      command: "str_replace",
      path: "/memories/m",
      old_str: "3",
      new_str: `three ${SECRET}`,
    });
    await put(tag, "b", { content: "b" });
    await organization.call("POST", "/v1/batch", {
      body: {
        containerTag: tag,
        operations: [
          { op: "edit", customId: "b", edits: [{ append: ` ${SECRET}` }] },
          { op: "upsert", customId: "c", content: SECRET },
        ],
      },
    });
    expect(edited.body.content).toMatch(/three \[redacted:[a-z0-9-]+\]$/);
    const { body } = await organization.call("GET", `/v1/containers/${tag}/documents?fields=content`);
    const text = JSON.stringify(body);
    expect(text).not.toContain(SECRET);
    expect(text.match(/\[redacted:/g)).toHaveLength(7);
    expect(body.documents).toHaveLength(4);
  });

  test("refuses one in a name, which cannot be redacted", async () => {
    const tag = await container("redact");
    expect((await put(tag, SECRET, { content: "x" })).body.code).toBe("secret_detected");
  });
});

test("a container that allows secrets stores them, and every finding is audited without its text", async () => {
  const tag = await container("allow");
  await put(tag, "a", { content: SECRET });
  await put(await container("redact"), "a", { content: SECRET });
  await put(await container("block"), "a", { content: SECRET });
  expect(await contentOf(tag, "a")).toBe(SECRET);
  const sql = asOwner();
  const events = await sql`select action, outcome, details from stela.audit_events
    where org_id = ${organization.id} and container_tag = ${tag} and action like 'secret.%'`;
  expect(events).toEqual([
    {
      action: "secret.allow",
      outcome: "done",
      details: { findings: [expect.objectContaining({ path: "content", line: 1 })] },
    },
  ]);
  const everything =
    await sql`select string_agg(details::text, '') as text from stela.audit_events where org_id = ${organization.id}`;
  expect(everything[0]?.["text"]).not.toContain(SECRET);
});
