import { invalid } from "./errors.ts";

/** Turns the place where a page ended into an opaque text that only we can have made, and back. */
export interface CursorSigner {
  /** @param listing names the list and its filters: a cursor of one list is refused by another. */
  sign(listing: string, position: readonly string[]): Promise<string>;
  /** @throws DomainError `validation_failed` for a cursor that was not signed here, for this list. */
  verify(listing: string, cursor: string): Promise<readonly string[]>;
}

const encoder = new TextEncoder();
const TAG_BYTES = 16;

/** HMAC-SHA-256, cut to 128 bits, over the list and the position. */
export function cursorSigner(secret: string): CursorSigner {
  const mac = async (listing: string, payload: string): Promise<string> => {
    const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
    ]);
    const tag = await crypto.subtle.sign("HMAC", key, encoder.encode(JSON.stringify([listing, payload])));
    return toBase64Url(new Uint8Array(tag, 0, TAG_BYTES));
  };
  return {
    async sign(listing, position) {
      const payload = toBase64Url(encoder.encode(JSON.stringify(position)));
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

function equalInConstantTime(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
