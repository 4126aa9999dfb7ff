import { invalid } from "./errors.ts";
import { equalInConstantTime, fromBase64Url, hmacSha256, toBase64Url } from "./signature.ts";

/** Turns the place where a page ended into an opaque text that only we can have made, and back. */
export interface CursorSigner {
  /** @param listing names the list and its filters: a cursor of one list is refused by another. */
  sign(listing: string, position: readonly string[]): Promise<string>;
  /** @throws DomainError `validation_failed` for a cursor that was not signed here, for this list. */
  verify(listing: string, cursor: string): Promise<readonly string[]>;
}

const TAG_BYTES = 16;

/** HMAC-SHA-256, cut to 128 bits, over the list and the position. */
export function cursorSigner(secret: string): CursorSigner {
  const mac = async (listing: string, payload: string): Promise<string> =>
    toBase64Url((await hmacSha256(secret, JSON.stringify([listing, payload]))).subarray(0, TAG_BYTES));
  return {
    async sign(listing, position) {
      const payload = toBase64Url(new TextEncoder().encode(JSON.stringify(position)));
      return `${payload}.${await mac(listing, payload)}`;
    },
    async verify(listing, cursor) {
      const [payload = "", tag = "", ...rest] = cursor.split(".");
      if (rest.length > 0 || !equalInConstantTime(tag, await mac(listing, payload))) {
        throw invalid("cursor", "was not given by this list with these filters");
      }
      return JSON.parse(fromBase64Url(payload));
    },
  };
}
