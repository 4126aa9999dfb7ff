/** The names and limits of the SQL-over-HTTP protocol, as @neondatabase/serverless 1.2 sends and reads them. */

export const SQL_PATH = "/sql";

export const HEADER = {
  connectionString: "neon-connection-string",
  rawTextOutput: "neon-raw-text-output",
  arrayMode: "neon-array-mode",
  batchIsolationLevel: "neon-batch-isolation-level",
  batchReadOnly: "neon-batch-read-only",
  batchDeferrable: "neon-batch-deferrable",
} as const;

export const ISOLATION_LEVELS: Readonly<Record<string, string>> = {
  ReadUncommitted: "READ UNCOMMITTED",
  ReadCommitted: "READ COMMITTED",
  RepeatableRead: "REPEATABLE READ",
  Serializable: "SERIALIZABLE",
};

export const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;

/** A statement carries the number of its parameters in 16 bits. */
export const MAX_PARAMETERS = 65_535;

/** What the driver copies from the body of a 400 besides `message`. */
export const ERROR_FIELDS = [
  "severity",
  "code",
  "detail",
  "hint",
  "position",
  "internalPosition",
  "internalQuery",
  "where",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "file",
  "line",
  "routine",
] as const;
