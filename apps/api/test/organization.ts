import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { hashKey, keyPrefix, mintKey, SCOPES } from "@stela/core/keys";
import { signToken, type TokenClaims } from "@stela/core/token";
import { inject } from "vitest";
import { createApp } from "../src/app.ts";
import type { Env } from "../src/env.ts";
import { asOwner, type Database, sharedDatabase } from "./database.ts";

const app = createApp();

const SIGNING_SECRET = "s".repeat(32);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test.
  readonly body: any;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: BodyInit;
  readonly database?: Database;
  /** What the Worker is bound to besides. */
  readonly env?: Partial<Env>;
}

interface KeyOptions {
  readonly scopes?: readonly string[];
  readonly containers?: readonly string[];
  readonly expiresAt?: string;
  readonly revokedAt?: string;
}

export interface Organization {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  newKey(options?: KeyOptions): Promise<string>;
  /** A token signed with our secret, whatever it claims. */
  newToken(claims?: Partial<TokenClaims>): Promise<string>;
}

/** A tenant of its own, with a key that may do everything. */
export async function newOrganization(database: Database = sharedDatabase()): Promise<Organization> {
  const id = crypto.randomUUID();
  await asOwner(database)`insert into stela.organizations (id, name) values (${id}, 'Test')`;
  const newKey: Organization["newKey"] = async ({ scopes = SCOPES, containers = ["*"], expiresAt, revokedAt } = {}) => {
    const key = newKeyText();
    await asOwner(
      database,
    )`insert into stela.api_keys (id, org_id, name, prefix, hash, scopes, containers, expires_at, revoked_at)
      values (${crypto.randomUUID()}, ${id}, 'test', ${keyPrefix(key)}, decode(${await hashKey(key)}, 'hex'), ${[...scopes]},
        ${[...containers]}, ${expiresAt ?? null}, ${revokedAt ?? null})`;
    return key;
  };
  const key = await newKey();
  const keyId = await idOfKey(key, database);
  return {
    id,
    key,
    keyId,
    newKey,
    newToken: (claims = {}) => newToken({ keyId, ...claims }),
    call: (method, path, options = {}) => call(method, path, { key, database, ...options }),
  };
}

export async function idOfKey(key: string, database: Database = sharedDatabase()): Promise<string> {
  const [row] = await asOwner(
    database,
  )`select id from stela.api_keys where hash = decode(${await hashKey(key)}, 'hex')`;
  return row?.["id"];
}

function newToken(claims: Pick<TokenClaims, "keyId"> & Partial<TokenClaims>): Promise<string> {
  return signToken(SIGNING_SECRET, {
    tokenId: crypto.randomUUID(),
    person: null,
    scopes: SCOPES,
    containers: ["*"],
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    shard: "test",
    ...claims,
  });
}

/** A well-formed key that nobody has. */
export function newKeyText(): string {
  return mintKey("test", (count) => crypto.getRandomValues(new Uint8Array(count)));
}

/** Sends one request to the API, in workerd, on the real database. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { key, headers, body, raw, database = sharedDatabase() } = options;
  const sent = new Headers(headers);
  if (key != null) sent.set("authorization", `Bearer ${key}`);
  if (body !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
  const request = new Request(`https://api.test${path}`, {
    method,
    headers: sent,
    body: body === undefined ? (raw ?? null) : JSON.stringify(body),
  });
  const { appUrl, endpointUrl } = database;
  const claude = { ANTHROPIC_API_KEY: "sk-ant-deployment", ANTHROPIC_BASE_URL: inject("claudeUrl") };
  const env = { DATABASE_URL: appUrl, DATABASE_FETCH_ENDPOINT: endpointUrl, SIGNING_SECRET, ...claude, ...options.env };
  const context = createExecutionContext();
  const response = await app.fetch(request, env, context);
  const text = new TextDecoder().decode(await response.arrayBuffer());
  await waitOnExecutionContext(context);
  const isJson = response.headers.get("content-type")?.endsWith("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== "" ? JSON.parse(text) : text || undefined,
  };
}

export function documentPath(containerTag: string, customId: string): string {
  return `/v1/containers/${containerTag}/documents/${encodeURIComponent(customId)}`;
}

/** Every document of a container, by its pages. */
export async function storedTexts(organization: Organization, containerTag: string): Promise<Record<string, string>> {
  const stored: [string, string][] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { body } = await organization.call(
      "GET",
      `/v1/containers/${containerTag}/documents?fields=content&limit=200${after}`,
    );
    for (const { customId, content } of body.documents) stored.push([customId, content]);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return Object.fromEntries(stored);
}

/** Runs one command of the memory tool. */
export function runCommand(organization: Organization, containerTag: string, input: object): Promise<Answer> {
  return organization.call("POST", `/v1/containers/${containerTag}/memory`, { body: input });
}

/** Writes documents, 100 in a request. */
export async function putAll(
  organization: Organization,
  containerTag: string,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const operations = Object.entries(texts).map(([customId, content]) => ({ op: "upsert", customId, content }));
  for (let at = 0; at < operations.length; at += 100) {
    const body = { containerTag, operations: operations.slice(at, at + 100) };
    const { status } = await organization.call("POST", "/v1/batch", { body });
    if (status !== 200) throw new Error(`A batch was answered ${status}`);
  }
}
