import { once } from "node:events";
import { createServer } from "node:net";

/** Whether a server could listen on this port of the loopback address now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await listen(port)) !== undefined;
}

/** A port that is free now. Another process may take it before it is used: the caller tries again then. */
export async function freePort(): Promise<number> {
  const port = await listen(0);
  if (port === undefined) throw new Error("No port of 127.0.0.1 is free.");
  return port;
}

async function listen(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen({ port, host: "127.0.0.1", exclusive: true });
    await once(server, "listening");
  } catch {
    return undefined;
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : undefined;
}
