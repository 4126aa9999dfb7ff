/** Where requests go, and what each of them carries. */
export interface Server {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface BenchRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A piece of the body that every right answer holds: the memory tool answers refusals with 200. */
  readonly expected?: string;
  /** Further statuses that are right, besides all below 300. */
  readonly statuses?: readonly number[];
}

/** The request as it goes over the wire. */
export function wireText({ url, headers }: Server, request: BenchRequest): string {
  const body = request.body === undefined ? "" : JSON.stringify(request.body);
  const sent = {
    host: new URL(url).host,
    ...headers,
    ...request.headers,
    ...(request.body !== undefined && { "content-type": "application/json" }),
    ...(request.method !== "GET" && { "content-length": String(Buffer.byteLength(body)) }),
  };
  const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${request.method} ${request.path} HTTP/1.1\r\n${head.join("")}\r\n${body}`;
}
