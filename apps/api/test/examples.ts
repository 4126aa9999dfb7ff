import type { Route } from "../src/route.ts";
import { routes } from "../src/routes/table.ts";
import type { Answer, CallOptions, Organization } from "./organization.ts";

/** What a request may be about: a container with two memory files and a fact in it, and a key for it. */
export interface Fixture {
  readonly containerTag: string;
  /** The document at `customId`. */
  readonly id: string;
  readonly customId: string;
  /** Of a key that may make keys for the container, and nothing else. */
  readonly keyId: string;
}

export interface Example {
  /** A request that succeeds on a fresh fixture. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Another one that does, where there is a body. */
  readonly otherBody?: Readonly<Record<string, unknown>>;
  /** More that the route does in ways of their own. */
  readonly variants?: readonly Readonly<Record<string, unknown>>[];
  readonly query?: string;
}

const EDITS = { edits: [{ oldStr: "two", newStr: "2" }] };
const OTHER_EDITS = { edits: [{ append: "four" }] };

/** One request for each route. A route of the table that is not here fails the test "every route has an example". */
const examples: Readonly<Record<string, (fixture: Fixture) => Example>> = {
  upsertDocument: ({ containerTag }) => ({
    body: { containerTag, content: "made", customId: "new" },
    otherBody: { containerTag, content: "made", customId: "other" },
  }),
  getDocument: () => ({}),
  changeDocument: () => ({ body: { pinned: true }, otherBody: { pinned: false } }),
  deleteDocument: () => ({}),
  editDocument: () => ({ body: EDITS, otherBody: OTHER_EDITS }),
  listContainers: () => ({ query: "limit=1" }),
  getContainer: () => ({}),
  changeContainerSettings: () => ({ body: { maxDocuments: 1_000 }, otherBody: { maxDocuments: 1_001 } }),
  listDocuments: () => ({ query: "limit=1&total=true" }),
  putDocument: () => ({ body: { content: "put", tags: ["a"] }, otherBody: { content: "put", tags: ["b"] } }),
  getDocumentByCustomId: () => ({}),
  changeDocumentByCustomId: () => ({ body: { importance: 5 }, otherBody: { importance: 4 } }),
  deleteDocumentByCustomId: () => ({}),
  editDocumentByCustomId: () => ({ body: EDITS, otherBody: OTHER_EDITS }),
  getTree: () => ({ query: "path=/memories&depth=2&counts=true" }),
  renameDocuments: () => ({
    body: { from: "/memories/dir", to: "/memories/moved" },
    otherBody: { from: "fact:color", to: "fact:colour" },
  }),
  runBatch: ({ containerTag, customId }) => ({
    body: {
      containerTag,
      operations: [
        { op: "upsert", customId: "batched", content: "x" },
        { op: "edit", customId, edits: EDITS.edits },
        { op: "rename", from: "fact:color", to: "fact:colour" },
        { op: "delete", customId: "/memories/dir/b.md" },
      ],
    },
    otherBody: { containerTag, operations: [{ op: "upsert", customId: "batched", content: "y" }] },
  }),
  runMemoryCommand: () => ({
    body: { command: "create", path: "/memories/dir/c.md", file_text: "made" },
    otherBody: { command: "create", path: "/memories/dir/c.md", file_text: "otherwise" },
    variants: [
      { command: "view", path: "/memories" },
      { command: "view", path: "/memories/dir" },
      { command: "view", path: "/memories/dir/a.md" },
      { command: "str_replace", path: "/memories/dir/a.md", old_str: "two", new_str: "2" },
      { command: "insert", path: "/memories/dir/a.md", insert_line: 0, insert_text: "zero" },
      { command: "rename", old_path: "/memories/dir", new_path: "/memories/moved" },
      { command: "rename", old_path: "/memories/dir/a.md", new_path: "/memories/moved.md" },
      { command: "create", path: "/memories/dir/a.md/beneath", file_text: "" },
      { command: "create", path: "/memories/dir", file_text: "" },
      { command: "delete", path: "/memories/dir/a.md" },
      { command: "delete", path: "/memories/dir" },
    ],
  }),
  createKey: ({ containerTag }) => ({
    body: { name: "made", scopes: ["keys"], containers: [containerTag] },
    otherBody: { name: "otherwise", scopes: ["keys"], containers: [containerTag] },
  }),
  listKeys: () => ({ query: "limit=200" }),
  getKey: () => ({}),
  revokeKey: () => ({}),
  rotateKey: () => ({ body: { overlapSeconds: 60 }, otherBody: { overlapSeconds: 61 } }),
  createToken: ({ containerTag }) => ({
    body: { actor: { id: "p" }, scopes: ["keys"], containers: [containerTag], expiresInSeconds: 60 },
    otherBody: { scopes: ["keys"], containers: [containerTag], expiresInSeconds: 60 },
  }),
  getUsage: ({ containerTag }) => ({ query: `groupBy=container&containerTag=${containerTag}` }),
  getOrganization: () => ({}),
  changeOrganization: () => ({ body: { maxDocuments: 1_000_000 }, otherBody: { maxDocuments: 1_000_001 } }),
};

export function exampleOf(route: Route, fixture: Fixture): Example {
  const example = examples[route.operationId];
  if (example === undefined) throw new Error(`${route.operationId} has no example`);
  return example(fixture);
}

export function pathOf(route: Route, fixture: Fixture, query?: string): string {
  const { containerTag, customId } = fixture;
  const id = route.path.startsWith("/v1/keys/") ? fixture.keyId : fixture.id;
  const params: Readonly<Record<string, string>> = { containerTag, id, customId };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return query === undefined ? path : `${path}?${query}`;
}

/** Sends a route's example, or the same request with something else about it. */
export function callExample(
  organization: Organization,
  route: Route,
  fixture: Fixture,
  options: CallOptions = {},
): Promise<Answer> {
  const { body, query } = exampleOf(route, fixture);
  const own = body === undefined ? {} : { body };
  return organization.call(route.method, pathOf(route, fixture, query), { ...own, ...options });
}

export const writeRoutes = routes.filter(({ method }) => method !== "GET");

export async function newFixture(organization: Organization, containerTag: string): Promise<Fixture> {
  const customId = "/memories/dir/a.md";
  const operations = [
    { op: "upsert", customId, content: "one\ntwo\nthree\n", tags: ["t"], metadata: { k: 1 } },
    { op: "upsert", customId: "/memories/dir/b.md", content: "b" },
    { op: "upsert", customId: "fact:color", content: "blue", category: "preference", key: "color" },
  ];
  const { status, body } = await organization.call("POST", "/v1/batch", { body: { containerTag, operations } });
  if (status !== 200) throw new Error(`The fixture was answered ${status}`);
  const key = { name: "fixture", scopes: ["keys"], containers: [containerTag] };
  const made = await organization.call("POST", "/v1/keys", { body: key });
  if (made.status !== 201) throw new Error(`The key of the fixture was answered ${made.status}`);
  return { containerTag, id: body.results[0].document.id, customId, keyId: made.body.id };
}
