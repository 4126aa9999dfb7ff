export interface Answer {
  readonly status: number;
  /** Status line and headers, as they came. */
  readonly head: string;
  readonly body: Buffer;
}

const HEAD_END = "\r\n\r\n";

/** Reads one answer from the beginning of what was received. @returns undefined while it is not whole. */
export function readAnswer(received: Buffer): { readonly answer: Answer; readonly rest: Buffer } | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  const bodyStart = headEnd + HEAD_END.length;
  const whole = (body: Buffer, end: number) => ({ answer: { status, head, body }, rest: received.subarray(end) });
  if (status === 204 || status === 304) return whole(Buffer.alloc(0), bodyStart);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = bodyStart + Number(length);
    return received.length < end ? undefined : whole(received.subarray(bodyStart, end), end);
  }
  const chunked = readChunks(received, bodyStart);
  return chunked && whole(Buffer.concat(chunked.chunks), chunked.end);
}

/** How often the request went to the database, as `Server-Timing` tells. */
export function roundTripsOf({ head }: Answer): number {
  return Number(/roundtrips;desc="(\d+)"/.exec(head)?.[1] ?? Number.NaN);
}

function readChunks(received: Buffer, start: number): { readonly chunks: Buffer[]; readonly end: number } | undefined {
  const chunks: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = received.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(received.toString("latin1", at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (received.length < end) return undefined;
    if (size === 0) return { chunks, end };
    chunks.push(received.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
