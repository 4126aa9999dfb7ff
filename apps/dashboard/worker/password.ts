import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

// OWASP's least cost for scrypt at a memory of 32 MiB, of the 128 MiB that a Worker has.
const COST = 2 ** 15;
const BLOCK_SIZE = 8;
const PARALLELISM = 3;
const KEY_BYTES = 32;

/** `scrypt$<N>$<r>$<p>$<salt>$<key>`, both in base64url. By workerd's native scrypt: one in JavaScript overruns a Worker's time. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST, BLOCK_SIZE, PARALLELISM);
  return ["scrypt", COST, BLOCK_SIZE, PARALLELISM, salt.toString("base64url"), key.toString("base64url")].join("$");
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [scheme, cost, blockSize, parallelism, salt = "", key = ""] = hash.split("$");
  if (scheme !== "scrypt") return false;
  const expected = Buffer.from(key, "base64url");
  const derived = await derive(
    password,
    Buffer.from(salt, "base64url"),
    Number(cost),
    Number(blockSize),
    Number(parallelism),
  );
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** The same password typed on another keyboard is the same: NFKC, as RFC 8265 has it for what people type. */
function derive(password: string, salt: Buffer, N: number, r: number, p: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
