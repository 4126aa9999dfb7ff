import { isNotedAfterwards, noteRefusal } from "@stela/core/audit/note-refusal";
import type { Context } from "@stela/core/context";
import { cursorSigner } from "@stela/core/cursor";
import { OrganizationMoved } from "@stela/core/db/failure";
import { type Caller, createRun } from "@stela/core/db/run";
import { DomainError, type FieldError } from "@stela/core/errors";
import { uuidV7 } from "@stela/core/ids";
import { deriveKey } from "@stela/core/keys";
import { SavedForReview } from "@stela/core/proposals/saved-for-review";
import { toProposal } from "@stela/core/proposals/schema";
import { hmacSha256, toBase64Url } from "@stela/core/signature";
import { signToken } from "@stela/core/token";
import type { Context as HonoContext } from "hono";
import * as z from "zod";
import { openClaude } from "./claude.ts";
import { openDatabase } from "./database.ts";
import type { Env } from "./env.ts";
import { readJson } from "./http/body.ts";
import { readCredential, readIdempotency, readLabel } from "./http/caller.ts";
import { foreignOrigin } from "./http/cross-origin.ts";
import { readPreconditions } from "./http/preconditions.ts";
import { countRequest } from "./http/rate-limit.ts";
import { streamText } from "./http/stream.ts";
import type { UnknownKeys } from "./http/unknown-keys.ts";
import { logFailure } from "./middleware/log-failures.ts";
import type { AppEnv, RequestState } from "./request-state.ts";
import type { Route, RouteAnswer } from "./route.ts";
import { shardUrl } from "./shards.ts";

const NO_BODY = { bytes: new Uint8Array(), value: undefined };
/** From shard to shard, that a key may be behind. */
const MOST_MOVES = 3;
const NO_QUERY = z.strictObject({});

/**
 * Serves one route of the table: access, parse, call, present.
 * @param sent what stands in the place of the path's parameters.
 */
export async function serveRoute(
  route: Route,
  sent: Readonly<Record<string, string>>,
  c: HonoContext<AppEnv>,
  unknownKeys: UnknownKeys,
): Promise<Response> {
  const request = c.req.raw;
  const { headers } = request;
  const { credential, hash, shard } = await readCredential(headers, c.env.SIGNING_SECRET, Date.now());
  if (shardUrl(c.env, shard) === null) throw new DomainError("unauthorized", "The API key or token is not valid.");
  unknownKeys.refuse(headers, Date.now());
  await countRequest(c.env, hash, c.get("state"));
  const params = parse(route.params, sent);
  const query = parse(route.query ?? NO_QUERY, readQuery(request.url));
  const isWrite = route.method !== "GET" && route.isRead !== true;
  const precondition = isWrite
    ? readPreconditions(headers, route.conditional ?? "none")
    : { ifMatch: null, mustExist: false, mustBeAbsent: false };
  const { bytes, value } = route.body === undefined ? NO_BODY : await readJson(request);
  const body = parse(route.body, value);
  const caller = {
    credential,
    session: route.sessionIn?.(body) ?? readLabel(headers, "stela-session"),
    model: readLabel(headers, "stela-model"),
    request: c.get("state").requestId,
    origin: foreignOrigin(request),
    idempotency: isWrite ? await readIdempotency(request, bytes) : null,
  };
  const state = c.get("state");
  const name = `${route.method} ${route.path}`;
  const surroundings: Surroundings = {
    afterwards: (work) =>
      c.executionCtx.waitUntil(work.catch((error: unknown) => logFailure(error, state.requestId, name))),
    onUnknownKey: () => unknownKeys.count(c.env, headers, Date.now()),
  };
  const input = { params, query, body, precondition, headers };
  const handle = (home: string) =>
    route.handle(input, createContext(c.env, headers, state, caller, home, surroundings));
  const answer = await handleAtHome(handle, shard).catch(savedForReview);
  return present(answer, state.requestId, name);
}

/** An organization that has moved says where to. Nothing was done by then, so all of the handler is run again, for its new shard. */
async function handleAtHome(handle: (shard: string) => Promise<RouteAnswer>, shard: string): Promise<RouteAnswer> {
  let home = shard;
  for (let moves = 0; moves <= MOST_MOVES; moves++) {
    try {
      return await handle(home);
    } catch (error) {
      if (!(error instanceof OrganizationMoved)) throw error;
      home = error.shard;
    }
  }
  throw new DomainError("unavailable", "The organization is being moved.", { retryAfterSeconds: 5 });
}

interface Surroundings {
  /** Takes work that the answer does not wait for, and that is no part of what the request spent. */
  afterwards(work: Promise<unknown>): void;
  onUnknownKey(): Promise<void>;
}

function createContext(
  env: Env,
  headers: Headers,
  state: RequestState,
  caller: Caller,
  shard: string,
  { afterwards, onUnknownKey }: Surroundings,
): Context {
  const secret = env.SIGNING_SECRET;
  const url = shardUrl(env, shard);
  // Only of a shard that an organization was moved to: that of the key was looked at before.
  if (url === null) throw new DomainError("internal", "Something went wrong here.");
  return {
    run: createRun(openDatabase(env, url, state.databaseUse), caller, {
      onReplay() {
        state.isReplayed = true;
      },
      onUnknownKey: () => afterwards(onUnknownKey()),
      onFailure(failure, access) {
        if (!isNotedAfterwards(failure)) return;
        afterwards(noteRefusal(openDatabase(env, url, { roundTrips: 0, elapsedMs: 0 }), caller, failure, access));
      },
    }),
    afterwards(access, statement) {
      const unobserved = { onReplay: () => {}, onFailure: () => {}, onUnknownKey: () => {} };
      const database = openDatabase(env, url, { roundTrips: 0, elapsedMs: 0 });
      afterwards(createRun(database, { ...caller, idempotency: null }, unobserved)(access, statement));
    },
    newId: () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    fingerprint: async (text) => toBase64Url(await hmacSha256(secret, `finding\n${text}`)),
    cursors: cursorSigner(secret),
    claude: openClaude(env, headers),
    credentials: {
      key: (id, salt, ofShard = shard) => deriveKey(secret, ofShard, id, salt),
      token: (grant) => signToken(secret, { ...grant, shard }),
      newSalt: () => toBase64Url(crypto.getRandomValues(new Uint8Array(32))),
    },
  };
}

/** A write that was kept for a person, whatever its route. */
function savedForReview(error: unknown): RouteAnswer {
  if (error instanceof SavedForReview) return { status: 202, body: toProposal(error.proposal) };
  throw error;
}

function present({ status, body, version, stream }: RouteAnswer, requestId: string, route: string): Response {
  const headers = new Headers();
  if (stream !== undefined) {
    headers.set("content-type", stream.type);
    headers.set("content-disposition", `attachment; filename="${stream.fileName}"`);
    return new Response(streamText(stream, requestId, route), { status, headers });
  }
  if (version !== undefined) headers.set("etag", `"${version}"`);
  if (body === undefined) return new Response(null, { status, headers });
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(body), { status, headers });
}

/** @throws DomainError `validation_failed` with the JSON path of each field that is wrong. */
function parse(schema: z.ZodType | undefined, value: unknown): undefined {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data as undefined;
  const errors: FieldError[] = result.error.issues.flatMap(fieldErrors);
  const [first] = errors;
  throw new DomainError("validation_failed", first === undefined ? "Not valid." : `${first.path}: ${first.message}`, {
    errors,
  });
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: jsonPath([...issue.path, key]), message: "is not a known field" }));
  }
  return [{ path: jsonPath(issue.path), message: issue.message }];
}

/** `operations[2].customId`; the whole value is `$`. */
function jsonPath(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return text === "" ? "$" : text.replace(/^\./, "");
}

function readQuery(url: string): Readonly<Record<string, string>> {
  if (!url.includes("?")) return {};
  const sent = new URL(url).searchParams;
  for (const name of new Set(sent.keys())) {
    if (sent.getAll(name).length > 1) {
      const errors: FieldError[] = [{ path: name, message: "must be given once" }];
      throw new DomainError("validation_failed", `${name}: must be given once`, { errors });
    }
  }
  return Object.fromEntries(sent);
}
