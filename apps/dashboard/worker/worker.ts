import { createAuth, openDatabase } from "./auth.ts";
import type { Env } from "./env.ts";
import { findInvitation, invitationSecrets, roleOf } from "./memberships.ts";
import { passOn } from "./pass-on.ts";
import { problem } from "./problem.ts";
import { limitSignIn } from "./sign-in-limit.ts";
import { noTokenCookie } from "./token-cookie.ts";

/** Signs people in, passes what their pages ask on to the API, and says how that is. The pages themselves are static assets. */
export default {
  async fetch(request, env, context): Promise<Response> {
    const { pathname, origin } = new URL(request.url);
    const afterwards = (work: Promise<unknown>) => context.waitUntil(work.catch(() => {}));
    try {
      if (pathname === "/healthz") return await health(env.API);
      if (pathname.startsWith("/v1/")) return await passOn(request, env, afterwards);
      if (pathname.startsWith("/invitations/") && request.method === "GET") return await invitation(pathname, env);
      if (pathname === "/invitation-links") return await invitationLinks(request, origin, env, afterwards);
      if (pathname.startsWith("/auth/")) {
        const refusal = await limitSignIn(request, pathname, env);
        return refusal ?? (await authenticate(request, origin, env, afterwards));
      }
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the log of a Worker
      console.error(JSON.stringify({ level: "error", path: pathname, reason: reasonOf(error) }));
      return problem(503, "unavailable", "The dashboard cannot reach its database just now.");
    }
    return problem(404, "not_found", "There is no such page.");
  },
} satisfies ExportedHandler<Env>;

async function authenticate(
  request: Request,
  origin: string,
  env: Env,
  afterwards: (work: Promise<unknown>) => void,
): Promise<Response> {
  const response = await createAuth(env, origin, afterwards).handler(request);
  const answer = new Response(response.body, response);
  // Who has signed in or out, or changed organization or role, is somebody else from now on.
  if (request.method !== "GET" || new URL(request.url).pathname.startsWith("/auth/callback/"))
    answer.headers.append("set-cookie", noTokenCookie(origin.startsWith("https:")));
  answer.headers.set("cache-control", "no-store");
  return answer;
}

async function invitation(pathname: string, env: Env): Promise<Response> {
  const found = await findInvitation(openDatabase(env), pathname.slice("/invitations/".length));
  if (found === null) return problem(404, "not_found", "There is no such invitation.");
  return Response.json(found, { headers: { "cache-control": "no-store" } });
}

/** For owners and admins, who hand the links on: Stela sends no e-mail. */
async function invitationLinks(
  request: Request,
  origin: string,
  env: Env,
  afterwards: (work: Promise<unknown>) => void,
): Promise<Response> {
  const session = await createAuth(env, origin, afterwards).api.getSession({ headers: request.headers });
  const organizationId = session?.session.activeOrganizationId;
  if (session == null || organizationId == null) return problem(401, "unauthorized", "Sign in to go on.");
  const database = openDatabase(env);
  const role = await roleOf(database, session.user.id, organizationId);
  if (role !== "owner" && role !== "admin") return problem(403, "forbidden", "Only owners and admins see invitations.");
  const links = Object.entries(await invitationSecrets(database, organizationId)).map(([id, secret]) => ({
    id,
    url: `${origin}/join/${secret}`,
  }));
  return Response.json({ links }, { headers: { "cache-control": "no-store" } });
}

async function health(api: Fetcher): Promise<Response> {
  return Response.json({ status: "ok", api: await apiStatus(api) }, { headers: { "cache-control": "no-store" } });
}

async function apiStatus(api: Fetcher): Promise<"ok" | "unavailable"> {
  try {
    const response = await api.fetch("https://api/healthz", { signal: AbortSignal.timeout(5_000) });
    return response.ok ? "ok" : "unavailable";
  } catch {
    // A binding whose Worker is not there, or one that does not answer in time: either way it does not serve.
    return "unavailable";
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
