import type { Env } from "./env.ts";

const COUNTED = new Set([
  "/auth/sign-in/email",
  "/auth/sign-up/email",
  "/auth/request-password-reset",
  "/auth/reset-password",
  "/auth/change-password",
]);
const RETRY_AFTER_SECONDS = 60;

/** Refuses a flood of attempts, from one address or at one e-mail, before a password is hashed. */
export async function limitSignIn(request: Request, pathname: string, env: Env): Promise<Response | null> {
  if (!COUNTED.has(pathname) || env.SIGN_IN_LIMITER === undefined) return null;
  const address = request.headers.get("cf-connecting-ip") ?? "unknown";
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  const email = body !== null && typeof body === "object" && "email" in body ? String(body.email).toLowerCase() : null;
  const subjects = [`address:${address}`, ...(email === null ? [] : [`email:${email}`])];
  for (const key of subjects) {
    const { success } = await env.SIGN_IN_LIMITER.limit({ key });
    if (success) continue;
    const message = "Too many attempts. Wait a minute, then try again.";
    return Response.json(
      { code: "TOO_MANY_ATTEMPTS", message },
      { status: 429, headers: { "retry-after": String(RETRY_AFTER_SECONDS) } },
    );
  }
  return null;
}
