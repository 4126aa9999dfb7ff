import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NotFoundError, Stela, StelaError } from "../src/index.ts";
import { json, problem, ScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let stela: Stela;

beforeAll(async () => {
  server = await ScriptedServer.start();
  stela = new Stela({ apiKey: "stl_test", baseUrl: server.url });
});
afterAll(() => server.stop());

/** Serves these pages of documents, page n at the cursor "n". */
function serve(pages: readonly (readonly string[])[]): void {
  server.script((response, received) => {
    const cursor = Number(new URL(received.url, "http://x").searchParams.get("cursor") ?? 0);
    const documents = pages[cursor]?.map((customId) => ({ customId }));
    json({ documents, nextCursor: cursor + 1 < pages.length ? String(cursor + 1) : null, total: 9 })(
      response,
      received,
    );
  });
}

test("for await over a list gives every item of every page once, in order, empty pages included", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string(), { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      async (pages) => {
        serve(pages);
        const seen: string[] = [];
        for await (const { customId } of stela.documents.list("box", { limit: 4 })) seen.push(customId);
        expect(seen).toEqual(pages.flat());
        expect(server.received).toHaveLength(pages.length);
      },
    ),
    { numRuns: 50 },
  );
});

test("a page has its items, its cursor and the next page, with the same filters", async () => {
  serve([["a", "b"], ["c"]]);
  const page = await stela.documents.list("box", { prefix: "/x/", limit: 2 }, { headers: { "x-a": "1" } });
  expect(page.data.map(({ customId }) => customId)).toEqual(["a", "b"]);
  expect(page.documents).toBe(page.data);
  expect(page).toMatchObject({ nextCursor: "1", total: 9 });
  expect(page.hasNextPage()).toBe(true);
  const next = await page.getNextPage();
  expect(next.documents.map(({ customId }) => customId)).toEqual(["c"]);
  expect(server.received.at(-1)?.url).toBe("/v1/containers/box/documents?prefix=%2Fx%2F&limit=2&cursor=1");
  expect(server.received.at(-1)?.headers["x-a"]).toBe("1");
  expect(next.hasNextPage()).toBe(false);
  await expect(next.getNextPage()).rejects.toThrow(StelaError);
});

test("iteration over an awaited page goes on to the next ones, and stops fetching when it is left", async () => {
  serve([["a"], ["b"], ["c"]]);
  const page = await stela.documents.list("box");
  for await (const { customId } of page) if (customId === "b") break;
  expect(server.received).toHaveLength(2);
  const sizes: number[] = [];
  for await (const { data } of page.pages()) sizes.push(data.length);
  expect(sizes).toEqual([1, 1, 1]);
});

test("trees and containers are pages too", async () => {
  server.script(json({ entries: [{ path: "/a", type: "file" }], nextCursor: null }));
  expect((await stela.documents.tree("box")).entries).toEqual([{ path: "/a", type: "file" }]);
  server.script(json({ containers: [{ containerTag: "box" }], nextCursor: null }));
  expect((await stela.containers.list()).containers).toEqual([{ containerTag: "box" }]);
});

test("an error of any page ends the iteration", async () => {
  server.script(json({ documents: [{ customId: "a" }], nextCursor: "x" }), problem(404, "not_found"));
  const seen: string[] = [];
  const walk = async () => {
    for await (const { customId } of stela.documents.list("box")) seen.push(customId);
  };
  await expect(walk()).rejects.toBeInstanceOf(NotFoundError);
  expect(seen).toEqual(["a"]);
});

test("a search sends its cursor in the body, and goes through all hits", async () => {
  server.script(
    json({ hits: [{ customId: "a", score: 2 }], nextCursor: "n" }),
    json({ hits: [{ customId: "b", score: 1 }], nextCursor: null }),
  );
  const seen: string[] = [];
  for await (const { customId } of stela.search({ containerTag: "box", query: "tea", limit: 1 })) seen.push(customId);
  expect(seen).toEqual(["a", "b"]);
  expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /v1/search", "POST /v1/search"]);
  expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([
    { containerTag: "box", query: "tea", limit: 1 },
    { containerTag: "box", query: "tea", limit: 1, cursor: "n" },
  ]);
  expect(server.received.every(({ headers }) => headers["idempotency-key"] === undefined)).toBe(true);
});
