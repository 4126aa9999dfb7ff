import { StelaError } from "./errors.ts";

/** An origin, with a path if it has one, without a final slash. @throws StelaError without the text, which may hold a password. */
export function parseBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new StelaError("baseUrl must be an http or https URL without user, query or fragment");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/**
 * A path in which every value is one segment. `.`, `..` and the empty text are refused: URL parsers resolve them even when
 * they are encoded, and what is left would name something else, such as a whole container.
 */
export function path(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: strings }, ...values.map(segment));
}

function segment(value: string): string {
  if (typeof value !== "string" || value === "" || value === "." || value === ".." || !isWellFormed(value)) {
    throw new StelaError(
      "A containerTag, customId or id must be text that is not empty, not . or .., and well-formed Unicode",
    );
  }
  return encodeURIComponent(value);
}

/** `isWellFormed` is younger than some of the engines this runs on. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The members that are set, as a query string with its question mark, or nothing. */
export function queryString(query: object | undefined): string {
  const set = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
