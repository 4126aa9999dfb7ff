import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came over the wire. */
export interface Received {
  readonly method: string;
  /** Path and query, not decoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly atMs: number;
}

/** What the server does with one request. */
export type Behaviour = (response: ServerResponse, received: Received) => void | Promise<void>;

/** An HTTP server that does what it was told to, one behaviour a request, the last one for all that follow. */
export class ScriptedServer {
  readonly received: Received[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #script: Behaviour[] = [];

  static async start(): Promise<ScriptedServer> {
    const server = new ScriptedServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets what was received and starts a new script. */
  script(...behaviours: Behaviour[]): void {
    this.received.length = 0;
    this.#script = behaviours;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "" } = request;
    const headers = request.headers as Received["headers"];
    const received = { method, url, headers, body: Buffer.concat(chunks).toString(), atMs: Date.now() };
    this.received.push(received);
    const behaviour = this.#script.length > 1 ? this.#script.shift() : this.#script[0];
    if (behaviour === undefined) throw new Error(`Nothing is scripted for ${method} ${url}`);
    await behaviour(response, received);
  }
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** An error as the API words it. */
export function problem(
  status: number,
  code: string,
  extra: object = {},
  headers: Record<string, string> = {},
): Behaviour {
  const body = {
    type: `https://stela.dev/errors/${code}`,
    title: code,
    status,
    code,
    detail: `It is ${code}.`,
    requestId: "req_1",
  };
  return json({ ...body, ...extra }, status, { "content-type": "application/problem+json", ...headers });
}

export function text(body: string | Uint8Array, status = 200, contentType = "text/html"): Behaviour {
  return (response) => {
    response.writeHead(status, { "content-type": contentType });
    response.end(body);
  };
}

/** Takes the request and hangs up without a word. */
export const hangUp: Behaviour = (response) => {
  response.socket?.destroy();
};

/** Promises more bytes than it sends before it hangs up. */
export const cutShort: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"id":');
  setTimeout(() => response.socket?.destroy(), 20);
};

/** Never answers. */
export const silence: Behaviour = () => {};

/** Sends the head of an answer and nothing more. */
export const stall: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"id":');
};
