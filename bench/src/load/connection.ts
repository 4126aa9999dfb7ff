import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type Answer, readAnswer } from "./answer.ts";
import { type BenchRequest, type Server, wireText } from "./request.ts";

/**
 * A kept connection with one request on its way at a time. It parses no more of HTTP than the servers here speak: the load shares its
 * cores with what it measures.
 */
export class Connection {
  readonly #server: Server;
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  private constructor(server: Server, socket: Socket) {
    this.#server = server;
    this.#socket = socket;
    socket.on("data", (chunk) => this.#receive(chunk));
    socket.on("error", (error) => this.#waiting?.reject(error));
    socket.on("close", () => this.#waiting?.reject(new Error(`${server.url} closed a connection without an answer.`)));
  }

  static async open(server: Server): Promise<Connection> {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    return new Connection(server, socket);
  }

  /** @throws for any answer but those that the request expects. */
  async send(request: BenchRequest): Promise<Answer> {
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    this.#socket.write(wireText(this.#server, request));
    const answer = await answered;
    const { status, body } = answer;
    const isRight = status < 300 ? body.includes(request.expected ?? "") : request.statuses?.includes(status);
    if (isRight) return answer;
    throw new Error(`${request.method} ${request.path} was answered ${status}: ${body.toString().slice(0, 300)}`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const read = readAnswer(this.#received);
    if (read === undefined) return;
    this.#received = read.rest;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(read.answer);
  }
}
