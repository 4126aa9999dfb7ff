import { toHex } from "./hex.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_CHARACTERS = 40;
const CHECKSUM_CHARACTERS = 6;
/** A key takes 40 of them, and 40 more for each round in which one was no base62 digit. */
const DERIVED_BYTES = 400;
const KEY = /^stl_([a-z0-9]{1,16})_[0-9A-Za-z]{40}_[0-9A-Za-z]{6}$/;

/** What a key may do. A key has each scope it is given and no other: none implies another. */
export const SCOPES = [
  "documents:read",
  "documents:write",
  "documents:propose",
  "history:read",
  "erase",
  "keys",
  "admin",
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Makes an API key, `stl_<shard>_<40 base62>_<6 checksum>`: 238 bits of chance. It is shown once and kept only as its hash.
 * @param shard names the database the organization lives in: 1 to 16 of a-z and 0-9.
 * @param randomBytes gives that many bytes of cryptographic chance.
 */
export function mintKey(shard: string, randomBytes: (count: number) => Uint8Array): string {
  const body = `stl_${shard}_${randomText(SECRET_CHARACTERS, randomBytes)}`;
  return `${body}_${checksum(body)}`;
}

/**
 * Makes the key that an id and a salt stand for: the same text each time, and none without the secret. The salt is kept with an
 * idempotent answer for a day and nowhere else; once it is gone, nobody can make the key again.
 */
export async function deriveKey(secret: string, shard: string, id: string, salt: string): Promise<string> {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveBits"]);
  const algorithm = {
    name: "HKDF",
    hash: "SHA-256",
    salt: encoder.encode(salt),
    info: encoder.encode(`stela key ${id}`),
  };
  const chance = new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, 8 * DERIVED_BYTES));
  let used = 0;
  return mintKey(shard, (count) => {
    used += count;
    if (used > DERIVED_BYTES) throw new Error("No more derived bytes are left"); // Less likely than a collision of SHA-256.
    return chance.subarray(used - count, used);
  });
}

/** The database that a key's organization lives in. */
export function keyShard(key: string): string {
  return key.slice("stl_".length, key.indexOf("_", "stl_".length));
}

/** Whether a text is a key whose checksum is right: a typo is refused without a query, and a scanner can tell one from noise. */
export function isWellFormedKey(text: string): boolean {
  return KEY.test(text) && text.slice(-CHECKSUM_CHARACTERS) === checksum(text.slice(0, -CHECKSUM_CHARACTERS - 1));
}

/** What is stored of a key: its SHA-256, in lower-case hexadecimal. A key has enough entropy that salt and stretching add nothing. */
export async function hashKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return toHex(new Uint8Array(digest));
}

/** The part of a key that may be shown: enough to recognise it by. */
export function keyPrefix(key: string): string {
  const shardEnd = key.indexOf("_", "stl_".length);
  return key.slice(0, shardEnd + 1 + 6);
}

function randomText(length: number, randomBytes: (count: number) => Uint8Array): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the last multiple of 62 that fits in a byte: above it some characters would come more often.
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

const CRC_OF_BYTE = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** CRC-32 (ISO 3309) of the text before it, in base62. It finds typos; it is no secret. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) crc = (crc >>> 8) ^ (CRC_OF_BYTE[(crc ^ byte) & 0xff] ?? 0);
  let value = (crc ^ 0xffffffff) >>> 0;
  let digits = "";
  for (let place = 0; place < CHECKSUM_CHARACTERS; place++) {
    digits = ALPHABET.charAt(value % 62) + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}
