import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "./http-error.ts";
import { parameterText } from "./parameters.ts";
import { HEADER, ISOLATION_LEVELS, MAX_PARAMETERS } from "./protocol.ts";

export interface Statement {
  readonly text: string;
  readonly params: readonly (string | null)[];
}

export interface OutputMode {
  readonly isRawText: boolean;
  readonly isArray: boolean;
}

export interface SqlRequest {
  readonly connectionString: string;
  readonly statements: readonly Statement[];
  /** The statement that opens the transaction around a batch; undefined for a single query. */
  readonly begin: string | undefined;
  readonly output: OutputMode;
}

/** Reads a request of the protocol. Throws HttpError 400, in words, for anything else. */
export function parseRequest(headers: IncomingHttpHeaders, body: Buffer): SqlRequest {
  const payload = parseJson(body);
  const { queries } = payload;
  const isBatch = queries !== undefined;
  return {
    connectionString: parseConnectionString(header(headers, HEADER.connectionString)),
    statements: isBatch ? parseBatch(queries) : [parseStatement(payload, "The request")],
    begin: isBatch ? beginStatement(headers) : undefined,
    output: {
      isRawText: header(headers, HEADER.rawTextOutput) === "true",
      isArray: header(headers, HEADER.arrayMode) === "true",
    },
  };
}

function parseJson(body: Buffer): { readonly queries?: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new HttpError(400, "The body is not JSON in UTF-8.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HttpError(400, "The body must be an object with `query` or `queries`.");
  }
  return value;
}

function parseConnectionString(value: string | undefined): string {
  if (value === undefined) throw new HttpError(400, "The header Neon-Connection-String is missing.");
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPostgres = url?.protocol === "postgres:" || url?.protocol === "postgresql:";
  if (url === undefined || !isPostgres || url.hostname === "" || url.username === "" || url.pathname.length < 2) {
    throw new HttpError(400, "Neon-Connection-String must be a postgresql:// URL with user, host and database.");
  }
  return value;
}

function parseBatch(queries: unknown): Statement[] {
  if (!Array.isArray(queries)) throw new HttpError(400, "`queries` must be an array.");
  return queries.map((query, index) => parseStatement(query, `Query ${index}`));
}

function parseStatement(value: unknown, where: string): Statement {
  const { query, params = [] } = (value ?? {}) as { query?: unknown; params?: unknown };
  if (typeof query !== "string") throw new HttpError(400, `${where} has no text in \`query\`.`);
  if (!Array.isArray(params)) throw new HttpError(400, `${where}: \`params\` must be an array.`);
  if (query.includes("\0")) throw new HttpError(400, `${where}: SQL cannot hold the character NUL.`);
  if (params.length > MAX_PARAMETERS) {
    throw new HttpError(400, `${where} has ${params.length} parameters; a statement takes ${MAX_PARAMETERS}.`);
  }
  return { text: query, params: params.map(parameterText) };
}

function beginStatement(headers: IncomingHttpHeaders): string {
  const words = ["BEGIN"];
  const level = header(headers, HEADER.batchIsolationLevel);
  if (level !== undefined) {
    const isolation = Object.hasOwn(ISOLATION_LEVELS, level) ? ISOLATION_LEVELS[level] : undefined;
    if (isolation === undefined) {
      const levels = Object.keys(ISOLATION_LEVELS).join(", ");
      throw new HttpError(400, `Neon-Batch-Isolation-Level must be one of ${levels}.`);
    }
    words.push(`ISOLATION LEVEL ${isolation}`);
  }
  if (header(headers, HEADER.batchReadOnly) === "true") words.push("READ ONLY");
  if (header(headers, HEADER.batchDeferrable) === "true") words.push("DEFERRABLE");
  return words.join(" ");
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
