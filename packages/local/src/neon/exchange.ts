import { type Connection, DatabaseError, type FieldDef, type PoolClient, type Submittable } from "pg";
import { HttpError } from "./http-error.ts";
import type { Statement } from "./request.ts";

export type TextRow = readonly (string | null)[];

export interface StatementResult {
  readonly fields: readonly FieldDef[];
  readonly rows: readonly TextRow[];
  /** The command tag as Postgres words it: `INSERT 0 3`, `CREATE TABLE`, or "" for an empty statement. */
  readonly tag: string;
}

export interface ExchangeOutcome {
  readonly results: readonly StatementResult[];
  readonly error: Error | undefined;
  /** Where the session stands: idle, in a transaction, in a failed one, or gone. */
  readonly session: "I" | "T" | "E" | "gone";
}

/**
 * Sends statements in one write with a single Sync at the end, so that all of them cost one round trip; after the first
 * that fails Postgres skips the rest. Never throws: a failure is part of the outcome.
 */
export function exchange(client: PoolClient, statements: readonly Statement[]): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    client.query(new Pipeline(client.connection, statements, resolve));
  });
}

class Pipeline implements Submittable {
  readonly #connection: Connection;
  readonly #statements: readonly Statement[];
  readonly #resolve: (outcome: ExchangeOutcome) => void;
  readonly #results: StatementResult[] = [];
  #fields: readonly FieldDef[] = [];
  #rows: TextRow[] = [];
  #error: Error | undefined;

  constructor(connection: Connection, statements: readonly Statement[], resolve: (outcome: ExchangeOutcome) => void) {
    this.#connection = connection;
    this.#statements = statements;
    this.#resolve = resolve;
  }

  submit(connection: Connection): void {
    connection.on("readyForQuery", this.#onReady);
    connection.on("end", this.#onEnd);
    connection.stream.cork();
    for (const { text, params } of this.#statements) {
      connection.parse({ name: "", text, types: [] }, true);
      connection.bind({ values: [...params] }, true);
      connection.describe({ type: "P" }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: { fields: readonly FieldDef[] }): void {
    this.#fields = message.fields;
  }

  handleDataRow(message: { fields: TextRow }): void {
    this.#rows.push(message.fields);
  }

  handleCommandComplete(message: { text: string }): void {
    this.#results.push({ fields: this.#fields, rows: this.#rows, tag: message.text });
    this.#fields = [];
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handlePortalSuspended(): void {}

  // Within COPY the server ignores the Sync that is already under way: there is no way back but a new connection.
  handleCopyInResponse(): void {
    this.#error = new HttpError(400, "COPY is not possible over HTTP.");
    this.#connection.stream.destroy();
  }

  handleCopyData(): void {
    if (this.#error === undefined) this.handleCopyInResponse();
  }

  // Postgres answers an error with a Sync of its own; after anything else there is nobody left to answer.
  handleError(error: Error): void {
    this.#error ??= error;
    if (!(error instanceof DatabaseError)) this.#settle("gone");
  }

  handleReadyForQuery(): void {}

  readonly #onReady = ({ status }: { status: "I" | "T" | "E" }): void => this.#settle(status);

  readonly #onEnd = (): void => {
    this.#error ??= new Error("The connection to Postgres was lost.");
    this.#settle("gone");
  };

  #settle(session: ExchangeOutcome["session"]): void {
    this.#connection.off("readyForQuery", this.#onReady);
    this.#connection.off("end", this.#onEnd);
    this.#resolve({ results: this.#results, error: this.#error, session });
  }
}
