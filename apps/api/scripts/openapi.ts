import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describeApi } from "../src/openapi/describe-api.ts";

const FILE = path.resolve(import.meta.dirname, "../openapi.json");
const text = `${JSON.stringify(describeApi(), null, 2)}\n`;

if (process.argv.includes("--check")) {
  if ((await readFile(FILE, "utf8").catch(() => "")) !== text) {
    process.stderr.write("apps/api/openapi.json is not what the schemas say. Run: pnpm --filter @stela/api generate\n");
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, text);
}
