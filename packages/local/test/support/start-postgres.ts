import { startPostgres } from "../../src/postgres.ts";

// A process of its own that a test kills: starts Postgres on the folder given and says so.
const postgres = await startPostgres({ dataDir: process.argv[2] ?? "", extraFlags: ["-c", "fsync=off"] });
process.stdout.write(JSON.stringify({ pid: postgres.pid, url: postgres.url }));
setInterval(() => {}, 60_000);
