import { customType, pgSchema } from "drizzle-orm/pg-core";

/** All of Stela lives in one schema of its own, so that it can share a database. */
export const stela = pgSchema("stela");

/** Text sorted and compared byte by byte: keys, paths and ranges over them. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** UTC, to the millisecond: what an RFC 3339 answer and a JavaScript date can both carry exactly. */
export const instant = customType<{ data: string }>({ dataType: () => "timestamptz(3)" });
