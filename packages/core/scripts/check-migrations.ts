import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** Fails when the migrations in `drizzle/` do not add up to the tables in `src/db/schema`. */
const core = path.resolve(import.meta.dirname, "..");
const folder = await mkdtemp(path.join(tmpdir(), "stela-migrations-"));
try {
  await cp(path.join(core, "../../drizzle"), folder, { recursive: true });
  const before = await readdir(folder);
  const generator = path.join(core, "node_modules/.bin/drizzle-kit");
  const options = ["generate", "--dialect", "postgresql", "--schema", "./src/db/schema/*.ts", "--out", folder];
  await promisify(execFile)(generator, options, { cwd: core });
  const missing = (await readdir(folder)).filter((name) => !before.includes(name));
  if (missing.length > 0) {
    process.stderr.write(
      "The tables have no migration yet. Run in packages/core: pnpm exec drizzle-kit generate --name <what>\n",
    );
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
