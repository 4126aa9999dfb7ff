import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { RunningTestDatabaseServer } from "@stela/local/testing";
import { type MortalDatabase, startMortalDatabase } from "./mortal-database.ts";

/** A way to the database that counts what goes through it, and loses answers when a test asks it to. */
interface Proxy {
  requests: number;
  /** Answers that still get through before the first is lost. */
  answersToPass: number;
  answersToLose: number;
}

/**
 * What tests in workerd cannot do themselves: make databases, count requests at the endpoint, lose answers, kill Postgres.
 * `POST /databases`, `POST /proxies`, `GET /proxies/{n}`, `POST /proxies/{n}/lose/{count}/{after}`; `/proxies/{n}/sql` is the endpoint.
 * `POST /mortals`, `POST /mortals/{n}/kill`, `POST /mortals/{n}/start`.
 */
export async function startControlServer(
  database: RunningTestDatabaseServer,
): Promise<{ url: string; close(): Promise<void> }> {
  const proxies: Proxy[] = [];
  const mortals: MortalDatabase[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [noun, place, verb, count, after] = (request.url ?? "").split("/").slice(1);
    if (noun === "databases") return send(response, await database.createDatabase());
    if (noun === "mortals") return send(response, await mortalAnswer(place, verb));
    if (place === undefined) {
      return send(response, { proxy: proxies.push({ requests: 0, answersToPass: 0, answersToLose: 0 }) - 1 });
    }
    const proxy = proxies[Number(place)];
    if (proxy === undefined) return send(response, {}, 404);
    if (verb === "lose") Object.assign(proxy, { answersToLose: Number(count), answersToPass: Number(after) });
    if (verb === "sql") return forward(proxy, request, response);
    send(response, { requests: proxy.requests });
  }

  async function mortalAnswer(place: string | undefined, verb: string | undefined): Promise<object> {
    const mortal = place === undefined ? await startMortalDatabase() : mortals[Number(place)];
    if (mortal === undefined) throw new Error(`There is no database ${place}`);
    if (verb === "kill") await mortal.kill();
    if (verb === "start") await mortal.start();
    const { ownerUrl, appUrl, endpointUrl } = mortal;
    return { ownerUrl, appUrl, endpointUrl, mortal: place === undefined ? mortals.push(mortal) - 1 : Number(place) };
  }

  async function forward(proxy: Proxy, request: IncomingMessage, response: ServerResponse): Promise<void> {
    proxy.requests++;
    const headers = Object.entries(request.headers).filter(([name]) => name.startsWith("neon-")) as [string, string][];
    const body = Buffer.concat(await request.toArray());
    const answered = await fetch(database.endpointUrl, { method: "POST", headers, body });
    const text = await answered.text();
    if (proxy.answersToPass > 0) proxy.answersToPass--;
    else if (proxy.answersToLose > 0) {
      proxy.answersToLose--;
      response.writeHead(504).end();
      return;
    }
    response.writeHead(answered.status, { "content-type": "application/json" }).end(text);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, { error: String(error) }, 500));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The control server listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await Promise.all(mortals.map((mortal) => mortal.stop()));
    },
  };
}

function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
