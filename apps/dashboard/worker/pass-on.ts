import { createAuth, openDatabase } from "./auth.ts";
import { type Env, shardOf } from "./env.ts";
import { roleOf } from "./memberships.ts";
import { problem } from "./problem.ts";
import { SCOPES_OF } from "./roles.ts";
import { noTokenCookie, readTokenCookie, tokenCookie } from "./token-cookie.ts";

/** How long a person's rights may outlive a change of them: a sign-in that is ended elsewhere, another role. */
const TOKEN_SECONDS = 300;

/**
 * Passes a request of the page on to the API, in the name of who is signed in, with a token of a few minutes. The token is kept in a
 * cookie that no script reads, so that only one request in five minutes asks who it is.
 */
export async function passOn(
  request: Request,
  env: Env,
  afterwards: (work: Promise<unknown>) => void,
): Promise<Response> {
  const url = new URL(request.url);
  if (!comesFromOwnPage(request, url.origin))
    return problem(403, "forbidden", "Only this dashboard's own pages may ask.");
  const kept = readTokenCookie(request, Date.now());
  if (kept !== null) {
    const response = await send(request, url, kept, env);
    // Its key was revoked: the next request gets a token of a key that lives.
    return response.status === 401 ? withCookie(response, noTokenCookie(url.protocol === "https:")) : response;
  }
  const session = await createAuth(env, url.origin, afterwards).api.getSession({ headers: request.headers });
  if (session === null) return problem(401, "unauthorized", "Sign in to go on.");
  const organizationId = session.session.activeOrganizationId;
  if (organizationId == null)
    return problem(403, "no_organization", "You are in no organization. Ask for an invitation.");
  const role = await roleOf(openDatabase(env), session.user.id, organizationId);
  if (role === null) return problem(403, "no_organization", "You are no longer in this organization.");
  const made = await env.PEOPLE.token(
    { organizationId, personId: session.user.id, scopes: SCOPES_OF[role], expiresInSeconds: TOKEN_SECONDS },
    shardOf(env),
  );
  if (made === null) return problem(403, "no_organization", "This organization is not there any longer.");
  const response = await send(request, url, made.token, env);
  return withCookie(response, tokenCookie(made.token, TOKEN_SECONDS, url.protocol === "https:"));
}

function withCookie(response: Response, cookie: string): Response {
  const answer = new Response(response.body, response);
  answer.headers.append("set-cookie", cookie);
  return answer;
}

function send(request: Request, url: URL, token: string, env: Env): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.delete("cookie");
  headers.delete("origin");
  headers.set("authorization", `Bearer ${token}`);
  const { method, body, signal } = request;
  return env.API.fetch(`https://api${url.pathname}${url.search}`, {
    method,
    headers,
    body,
    signal,
    redirect: "manual",
  });
}

/** Cookies go along with what another site makes a browser send; what its own page sends, a browser says. */
function comesFromOwnPage(request: Request, origin: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const from = request.headers.get("origin");
  return from === null ? request.method === "GET" || site !== null : from === origin;
}
