/**
 * The connection string with TLS asked for in the words of `pg`, which checks the server's certificate for `require` as
 * for `verify-full` and warns of the difference to libpq each time. Only `sslmode=no-verify` goes without the check.
 */
export function withCheckedTls(connectionString: string): string {
  const url = new URL(connectionString);
  const mode = url.searchParams.get("sslmode");
  if (mode === "require" || mode === "prefer" || mode === "verify-ca") url.searchParams.set("sslmode", "verify-full");
  return url.href;
}

/** The same database as another role. */
export function asRole(connectionString: string, role: string, password: string): string {
  const url = new URL(connectionString);
  url.username = encodeURIComponent(role);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The same server and role, another database. */
export function toDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
