import { neon, neonConfig } from "@neondatabase/serverless";
import { hashKey, keyPrefix, mintKey, SCOPES } from "@stela/core/keys";
import { inject } from "vitest";
import { createApp } from "../src/app.ts";

const app = createApp();

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
}

export interface Organization {
  readonly id: string;
  readonly key: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  newKey(options?: { scopes?: readonly string[]; containers?: readonly string[]; expiresAt?: string; revokedAt?: string }): Promise<string>;
}

/** SQL as the owner of the database, who sees everything. */
export function asOwner() {
  const { ownerUrl, endpointUrl } = inject("database");
  neonConfig.fetchEndpoint = endpointUrl;
  return neon(ownerUrl);
}

/** A tenant of its own, with a key that may do everything. */
export async function newOrganization(): Promise<Organization> {
  const sql = asOwner();
  const id = crypto.randomUUID();
  await sql`insert into stela.organizations (id, name) values (${id}, 'Test')`;
  const newKey: Organization["newKey"] = async ({ scopes = SCOPES, containers = ["*"], expiresAt, revokedAt } = {}) => {
    const key = mintKey("test", (count) => crypto.getRandomValues(new Uint8Array(count)));
    await sql`insert into stela.api_keys (id, org_id, name, prefix, hash, scopes, containers, expires_at, revoked_at) values
      (${crypto.randomUUID()}, ${id}, 'test', ${keyPrefix(key)}, decode(${await hashKey(key)}, 'hex'), ${[...scopes]}, ${[...containers]},
       ${expiresAt ?? null}, ${revokedAt ?? null})`;
    return key;
  };
  const key = await newKey();
  return { id, key, newKey, call: (method, path, options = {}) => call(method, path, { key, ...options }) };
}

/** Sends one request to the API, in workerd, on the real database. */
export async function call(method: string, path: string, { key, headers, body, raw }: CallOptions = {}): Promise<Answer> {
  const sent = new Headers(headers);
  if (key != null) sent.set("authorization", `Bearer ${key}`);
  if (body !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
  const request = new Request(`https://api.test${path}`, {
    method,
    headers: sent,
    body: body === undefined ? (raw ?? null) : JSON.stringify(body),
  });
  const { appUrl, endpointUrl } = inject("database");
  const env = { DATABASE_URL: appUrl, DATABASE_FETCH_ENDPOINT: endpointUrl, SIGNING_SECRET: "s".repeat(32) };
  const response = await app.fetch(request, env);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

export function documentPath(containerTag: string, customId: string): string {
  return `/v1/containers/${containerTag}/documents/${encodeURIComponent(customId)}`;
}
