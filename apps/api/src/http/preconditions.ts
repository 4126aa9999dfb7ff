import type { Precondition } from "@stela/core/documents/put";
import { invalid } from "@stela/core/errors";

const ENTITY_TAG = /^(?:W\/)?"([1-9][0-9]{0,9})"$/;

/** Which conditional headers a route understands. A write refuses one that it would have to ignore. */
export type Conditional = "none" | "if-match" | "if-match-or-none-match";

/**
 * Reads If-Match and If-None-Match (RFC 9110, section 13). A weak tag counts as its version: proxies that compress weaken tags.
 * @throws DomainError `validation_failed` for one that is malformed or not understood by the route.
 */
export function readPreconditions(headers: Headers, conditional: Conditional): Precondition {
  const match = headers.get("if-match");
  const noneMatch = headers.get("if-none-match");
  if (match !== null && conditional === "none") throw invalid("If-Match", "is not supported by this call");
  if (noneMatch !== null && conditional !== "if-match-or-none-match") {
    throw invalid("If-None-Match", "is not supported by this call");
  }
  if (noneMatch !== null && noneMatch.trim() !== "*") throw invalid("If-None-Match", "must be *");
  if (match !== null && noneMatch !== null) throw invalid("If-None-Match", "contradicts If-Match");
  const mustExist = match?.trim() === "*";
  return {
    ifMatch: match === null || mustExist ? null : readVersions(match),
    mustExist,
    mustBeAbsent: noneMatch !== null,
  };
}

/** Whether the reader already has this version (`If-None-Match` on a read). */
export function isNotModified(headers: Headers, version: number): boolean {
  const noneMatch = headers.get("if-none-match");
  if (noneMatch === null) return false;
  return noneMatch.split(",").some((tag) => tag.trim() === "*" || ENTITY_TAG.exec(tag.trim())?.[1] === String(version));
}

function readVersions(header: string): number[] {
  return header.split(",").map((tag) => {
    const version = Number(ENTITY_TAG.exec(tag.trim())?.[1]);
    if (!(version <= 2_147_483_647)) throw invalid("If-Match", 'must be versions in double quotes, such as "7", or *');
    return version;
  });
}
