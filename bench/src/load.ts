import { Pool } from "undici";

/** One request of a load; `index` counts up over all writers, so that each can name something of its own. */
export type MakeRequest = (index: number) => {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
};

export interface LoadOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly concurrency: number;
  readonly durationMs: number;
}

/** Sends requests over kept connections until the time is over. @returns requests answered per second. Any refusal ends the run. */
export async function load(make: MakeRequest, { url, headers, concurrency, durationMs }: LoadOptions): Promise<number> {
  const pool = new Pool(url, { connections: concurrency, pipelining: 1 });
  const sent = { ...headers, "content-type": "application/json" };
  const startedMs = performance.now();
  let answered = 0;
  let next = 0;
  const writer = async () => {
    while (performance.now() - startedMs < durationMs) {
      const { method, path, body } = make(next++);
      const answer = await pool.request({
        method,
        path,
        headers: sent,
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, writer));
  const seconds = (performance.now() - startedMs) / 1000;
  await pool.close();
  return answered / seconds;
}
