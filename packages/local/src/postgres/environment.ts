/** The environment of a Postgres program: messages in English, and none of the caller's PG… settings. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PG") && !name.startsWith("LC_"));
  return { ...Object.fromEntries(inherited), LC_ALL: "C", TZ: "UTC" };
}
