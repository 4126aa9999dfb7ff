import { DomainError } from "@stela/core/errors";
import { LIMITS } from "@stela/core/limits";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/**
 * Reads a JSON body of at most 8 MiB, refusing a larger one before it is parsed, or read when it says its length.
 * @throws DomainError `unsupported_media_type`, `too_large`, `malformed_request`.
 */
export async function readJson(request: Request): Promise<{ readonly bytes: Uint8Array; readonly value: unknown }> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new DomainError("unsupported_media_type", "Send the body as application/json.");
  }
  const bytes = await readBytes(request);
  try {
    return { bytes, value: JSON.parse(decoder.decode(bytes)) };
  } catch {
    // Either failure says the same to the caller: the parser's own words may quote the body.
    throw new DomainError("malformed_request", "The body is not valid JSON in UTF-8.");
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > LIMITS.bodyBytes) throw tooLarge();
  if (announced !== null) return readWhole(request);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > LIMITS.bodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** In one step, which costs less than a stream. HTTP ends a body where its length says; from a Worker the length may be a lie. */
async function readWhole(request: Request): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > LIMITS.bodyBytes) throw tooLarge();
  return bytes;
}

function tooLarge(): DomainError {
  return new DomainError("too_large", `The body is larger than ${LIMITS.bodyBytes} bytes.`);
}
