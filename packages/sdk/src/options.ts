import { StelaError } from "./errors.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What a client is made with. */
export interface ClientOptions {
  /** A key (`stl_…`) or a token (`stt_…`); defaults to the environment's `STELA_API_KEY`. Never part of an error, a log line or the client's printed form. */
  apiKey?: string;
  /** Where your Stela API is, such as `https://memory.example.com`; defaults to the environment's `STELA_BASE_URL`. */
  baseUrl?: string;
  /** For each attempt, reading the answer included. Milliseconds; 30,000 by default, and 130,000 for an undo, an erasure or a rename. */
  timeoutMs?: number;
  /** After the first attempt; 2 by default. */
  maxRetries?: number;
  /** Used in place of the global `fetch`. */
  fetch?: Fetch;
  /** The agent run that writes belong to: kept in the history and the unit of undo. At most 255 printable ASCII characters. */
  session?: string;
  /** The model that makes the changes, kept in the history. At most 255 printable ASCII characters. */
  model?: string;
  /** Sent with every request. */
  defaultHeaders?: Readonly<Record<string, string>>;
}

/** What one call may set; each overrides the client's own. */
export interface RequestOptions {
  /** Aborting it ends the call with an `AbortError`. A write that was on its way may still be applied. */
  signal?: AbortSignal | null | undefined;
  /** For each attempt. Milliseconds. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  session?: string | undefined;
  model?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** What a write may set. */
export interface WriteOptions extends RequestOptions {
  /**
   * A repeat within 24 hours gets the first answer and applies nothing. 1 to 255 printable ASCII characters; a random one, kept
   * over the call's retries, by default.
   */
  idempotencyKey?: string | undefined;
}

/** What an extraction may set. */
export interface ExtractOptions extends WriteOptions {
  /** A key of Anthropic's to read with, in place of the deployment's. It is neither stored nor logged. */
  anthropicApiKey?: string | undefined;
}

/** What a write to one document may set. */
export interface ConditionalWriteOptions extends WriteOptions {
  /** Write only if the document is at this version (`"*"`: at any), else `VersionMismatchError`. */
  ifMatch?: number | "*" | undefined;
  /** Write only if there is none yet, else `VersionMismatchError`. */
  ifNoneMatch?: "*" | undefined;
}

/** A value that every HTTP stack carries unchanged. @throws StelaError without the value, which may be a key. */
export function headerText(name: string, value: string): string {
  if (typeof value === "string" && /^[\x20-\x7e]{1,255}$/.test(value)) return value;
  throw new StelaError(`${name} must be 1 to 255 printable ASCII characters`);
}

/** Milliseconds, more than none; `Infinity` never times out. */
export function milliseconds(name: string, value: number): number {
  if (typeof value === "number" && value > 0) return value;
  throw new StelaError(`${name} must be a number of milliseconds above 0`);
}

export function count(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value;
  throw new StelaError(`${name} must be a whole number, 0 or more`);
}
