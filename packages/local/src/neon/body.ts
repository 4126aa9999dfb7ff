import type { IncomingMessage } from "node:http";
import { HttpError } from "./http-error.ts";

/** The whole body. One over maxBytes is read to its end and dropped, so that the client hears the refusal. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > maxBytes) throw new HttpError(413, `The body has ${size} bytes; at most ${maxBytes} are taken.`);
  return Buffer.concat(chunks, size);
}
