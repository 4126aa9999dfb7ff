const NAME = "stela_token";
/** A token is used a little shorter than it lives, so that none ends on its way. */
const MARGIN_SECONDS = 15;

/** Keeps a token where only requests to the API take it along and no script can read it. */
export function tokenCookie(token: string, seconds: number, isSecure: boolean): string {
  const expiresAt = Math.floor(Date.now() / 1_000) + seconds - MARGIN_SECONDS;
  const value = `${expiresAt}.${token}`;
  return `${NAME}=${value}; Path=/v1; Max-Age=${seconds - MARGIN_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/** Forgets it: with the sign-out, and with every change of who one is. */
export function noTokenCookie(isSecure: boolean): string {
  return `${NAME}=; Path=/v1; Max-Age=0; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/** The token that is kept, if there is one that still lives. Whether it is genuine, the API sees. */
export function readTokenCookie(request: Request, nowMs: number): string | null {
  const cookies = request.headers.get("cookie")?.split("; ") ?? [];
  const value = cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  if (value === undefined) return null;
  const dot = value.indexOf(".");
  return Number(value.slice(0, dot)) * 1_000 > nowMs ? value.slice(dot + 1) : null;
}
