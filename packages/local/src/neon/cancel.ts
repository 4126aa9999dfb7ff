import { once } from "node:events";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import type { PoolClient } from "pg";

const CANCEL_CODE = 80_877_102;
const TLS_CODE = 80_877_103;
const TIMEOUT_MS = 5_000;

/**
 * Asks Postgres, over a connection of its own as its protocol demands, to cancel what the client's session is doing.
 * Returns when the server has closed that connection, which it does after it has passed the request on. Never throws:
 * a server that cannot be asked runs nothing either.
 */
export async function cancelRunning(client: PoolClient): Promise<void> {
  const { processID, secretKey, connectionParameters } = client as unknown as {
    processID: number;
    secretKey: number;
    connectionParameters: { ssl?: boolean | ConnectionOptions };
  };
  const { host, port } = client;
  const socket = host.startsWith("/") ? connectTcp(`${host}/.s.PGSQL.${port}`) : connectTcp(port, host);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  try {
    const { ssl } = connectionParameters;
    const channel = ssl ? await upgraded(socket, host, ssl === true ? {} : ssl) : socket;
    channel.resume();
    const closed = once(channel, "close");
    channel.end(message(CANCEL_CODE, processID, secretKey));
    await closed;
  } catch {
    socket.destroy();
  }
}

async function upgraded(socket: Socket, host: string, options: ConnectionOptions): Promise<Socket> {
  socket.write(message(TLS_CODE));
  const [answer] = (await once(socket, "data")) as [Buffer];
  if (answer.toString("latin1") !== "S") throw new Error("The server does not speak TLS.");
  const secure = connectTls({ socket, host, ...options, ...(isIP(host) ? {} : { servername: host }) });
  await once(secure, "secureConnect");
  return secure;
}

function message(...words: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 + 4 * words.length);
  buffer.writeInt32BE(buffer.length, 0);
  for (const [index, word] of words.entries()) buffer.writeInt32BE(word, 4 + 4 * index);
  return buffer;
}
