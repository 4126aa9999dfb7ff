import { expect, test } from "vitest";
import * as z from "zod";
import { defineRoute } from "../src/route.ts";
import { routeFinder } from "../src/routes/find-route.ts";

const find = routeFinder(
  [
    ["GET", "/v1/things/{id}"],
    ["PUT", "/v1/things/{id}"],
    ["POST", "/v1/things/{name}/parts/{part}"],
    ["POST", "/v1/things/all"],
    ["POST", "/v1/things/all/at-once"],
  ].map(([method, path = ""]) =>
    defineRoute({
      method: method as "GET" | "PUT" | "POST",
      path,
      operationId: `${method} ${path}`,
      summary: "",
      answers: { 200: z.object({}) },
      handle: () => Promise.resolve({ status: 200 }),
    }),
  ),
);

test("a fixed segment is preferred to a parameter, wherever the table has them", () => {
  expect(find("/v1/things/all")?.path).toBe("/v1/things/all");
  expect(find("/v1/things/al")).toMatchObject({ path: "/v1/things/{id}", params: { id: "al" } });
  expect([...(find("/v1/things/x")?.routes.keys() ?? [])]).toEqual(["GET", "PUT"]);
});

test("a path that begins like a fixed one and does not end like it is a parameter's", () => {
  expect(find("/v1/things/all/parts/7")).toMatchObject({
    path: "/v1/things/{name}/parts/{part}",
    params: { name: "all", part: "7" },
  });
});

test("a parameter is decoded once, and may hold slashes that were escaped", () => {
  expect(find("/v1/things/%2Fmemories%2F100%2525")?.params).toEqual({ id: "/memories/100%25" });
});

test("nothing stands where a parameter is empty, a segment too many or one too few", () => {
  for (const path of ["/v1/things/", "/v1/things", "/v1/things//parts/7", "/v1/things/x/", "/v1/things/x/parts", "/"]) {
    expect(find(path), path).toBeNull();
  }
});
