import type { Route } from "../src/route.ts";
import { routes } from "../src/routes/table.ts";
import type { Answer, CallOptions, Organization } from "./organization.ts";

/** What a request may be about: a container with two memory files and a fact in it, and a key for it. */
export interface Fixture {
  readonly containerTag: string;
  /** The document at `customId`. */
  readonly id: string;
  readonly customId: string;
  /** Of a document that was in the container. */
  readonly erasureId: string;
  /** Of a key that may make keys for the container, and nothing else. */
  readonly keyId: string;
  /** A pending proposal of a new document. */
  readonly proposalId: string;
  /** Of a write that was blocked. */
  readonly findingId: string;
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

/** The session in which the documents of a fixture are made. */
const SESSION = "fixture";
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
  searchDocuments: ({ containerTag }) => ({
    body: { containerTag, query: "two" },
    otherBody: { containerTags: [containerTag], query: "blue", filters: { categories: ["preference"] }, limit: 1 },
    variants: [
      { containerTag, query: "wo", mode: "substring" },
      { containerTag, query: "zzz", mode: "keyword", filters: { metadata: { NOT: { key: "k", eq: 1 } } } },
    ],
  }),
  extractFacts: ({ containerTag }) => ({
    body: { containerTag, messages: [{ role: "user", content: "fact: Ships every Tuesday" }], session: "read" },
    otherBody: {
      containerTag,
      messages: [{ role: "user", content: [{ type: "text", text: "fact: Rests on Sundays" }] }],
    },
  }),
  rememberFacts: ({ containerTag }) => ({
    body: { containerTag, facts: [{ key: "tea", category: "preference", content: "Drinks green tea", importance: 3 }] },
    otherBody: { containerTag, facts: [{ category: "decision", content: "Ships every Tuesday", importance: 4 }] },
  }),
  listFacts: () => ({ query: "category=preference&status=active&limit=1" }),
  recall: ({ containerTag }) => ({
    body: { containerTag, query: "Which color?" },
    otherBody: { containerTag, query: "two", format: "json", maxTokens: 500, contextWindow: 10_000, topN: 1 },
  }),
  getSnapshot: () => ({ query: "maxTokens=300" }),
  listRevisions: () => ({ query: "limit=1&fields=content" }),
  listRevisionsByCustomId: () => ({ query: "limit=1" }),
  getRevision: () => ({}),
  getRevisionByCustomId: () => ({}),
  getDiff: () => ({ query: "from=0&to=1&mode=word" }),
  getDiffByCustomId: () => ({}),
  restoreDocument: () => ({ body: { version: 1 }, otherBody: { version: 1, ifMatch: 1 } }),
  restoreDocumentByCustomId: () => ({ body: { version: 1 }, otherBody: { version: 1, ifMatch: 1 } }),
  undoSession: () => ({ body: { session: SESSION }, otherBody: { session: "another" } }),
  eraseFromContainer: ({ customId }) => ({ body: { customId }, otherBody: { prefix: "/memories/dir/" } }),
  eraseContainer: () => ({}),
  listErasures: () => ({ query: "limit=1" }),
  getErasure: () => ({}),
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
  listAudit: ({ containerTag }) => ({ query: `containerTag=${containerTag}&limit=1` }),
  verifyAudit: () => ({}),
  listFindings: ({ containerTag }) => ({ query: `containerTag=${containerTag}&limit=1` }),
  summarizeFindings: ({ containerTag }) => ({ query: `containerTag=${containerTag}&limit=1` }),
  markFalsePositive: () => ({ body: { reason: "a test" }, otherBody: { reason: "another" } }),
  unmarkFalsePositive: () => ({}),
  listProposals: ({ containerTag }) => ({ query: `containerTag=${containerTag}&limit=1` }),
  getProposal: () => ({}),
  approveProposal: () => ({ body: { force: false }, otherBody: { force: true } }),
  rejectProposal: () => ({ body: { reason: "no" }, otherBody: { reason: "never" } }),
  approveProposals: ({ proposalId }) => ({ body: { ids: [proposalId] }, otherBody: { ids: [proposalId, proposalId] } }),
  rejectProposals: ({ proposalId }) => ({
    body: { ids: [proposalId], reason: "no" },
    otherBody: { ids: [proposalId], reason: "never" },
  }),
};

export function exampleOf(route: Route, fixture: Fixture): Example {
  const example = examples[route.operationId];
  if (example === undefined) throw new Error(`${route.operationId} has no example`);
  return example(fixture);
}

export function pathOf(route: Route, fixture: Fixture, query?: string): string {
  const id = route.path.startsWith("/v1/keys/") ? fixture.keyId : fixture.id;
  const params: Readonly<Record<string, string>> = { ...fixture, id, version: "1" };
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

export const writeRoutes = routes.filter(({ method, isRead }) => method !== "GET" && isRead !== true);

export async function newFixture(organization: Organization, containerTag: string): Promise<Fixture> {
  const customId = "/memories/dir/a.md";
  const operations = [
    { op: "upsert", customId, content: "one\ntwo\nthree\n", tags: ["t"], metadata: { k: 1 } },
    { op: "upsert", customId: "/memories/dir/b.md", content: "b" },
    { op: "upsert", customId: "fact:color", content: "blue", category: "preference", key: "color" },
  ];
  const headers = { "stela-session": SESSION };
  const { status, body } = await organization.call("POST", "/v1/batch", {
    body: { containerTag, operations },
    headers,
  });
  if (status !== 200) throw new Error(`The fixture was answered ${status}`);
  const erase = { body: { customId: "nothing" } };
  const erasure = await organization.call("POST", `/v1/containers/${containerTag}/erase`, erase);
  if (erasure.status !== 200) throw new Error(`The fixture's erasure was answered ${erasure.status}`);
  const key = { name: "fixture", scopes: ["keys"], containers: [containerTag] };
  const made = await organization.call("POST", "/v1/keys", { body: key });
  if (made.status !== 201) throw new Error(`The key of the fixture was answered ${made.status}`);
  const proposer = await organization.newKey({ scopes: ["documents:propose"] });
  const proposed = await organization.call("POST", "/v1/documents", {
    key: proposer,
    body: { containerTag, customId: "proposed", content: "proposed" },
  });
  if (proposed.status !== 202) throw new Error(`The proposal was answered ${proposed.status}`);
  const blocked = await organization.call("PUT", `/v1/containers/${containerTag}/documents/blocked`, {
    // Another one each time: what was marked in another container of the organization might pass.
    body: { content: `glpat-${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}` },
  });
  if (blocked.status !== 422) throw new Error(`The secret was answered ${blocked.status}`);
  return {
    containerTag,
    id: body.results[0].document.id,
    customId,
    erasureId: erasure.body.id,
    keyId: made.body.id,
    proposalId: proposed.body.id,
    findingId: blocked.body.findings[0].id,
  };
}

/** What nobody has. */
export function nowhere(containerTag: string, customId: string): Fixture {
  const made = { id: "", erasureId: "", keyId: "", proposalId: "", findingId: "" };
  const ids = Object.fromEntries(Object.keys(made).map((name) => [name, crypto.randomUUID()]));
  return { ...made, ...ids, containerTag, customId };
}
