import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy to the API that can lose an answer: the request goes through, and the connection ends before the answer. */
export class CuttingProxy {
  /** Answers lost so far. */
  lost = 0;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#serve(socket));
  #toLose = 0;

  private constructor(target: URL) {
    this.#target = target;
  }

  static async start(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Loses the next answers, so many. */
  loseAnswers(count: number): void {
    this.#toLose = count;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(client: Socket): void {
    const api = connect(Number(this.#target.port), this.#target.hostname);
    const end = (): void => {
      client.destroy();
      api.destroy();
    };
    for (const socket of [client, api]) {
      this.#sockets.add(socket);
      socket.on("error", end);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("close", end);
    }
    client.on("data", (bytes) => api.write(bytes));
    api.on("data", (bytes) => {
      if (this.#toLose === 0) {
        client.write(bytes);
        return;
      }
      this.#toLose -= 1;
      this.lost += 1;
      end();
    });
  }
}
