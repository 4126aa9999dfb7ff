import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** The Worker of a folder with a `wrangler.jsonc`, as `wrangler deploy --minify` would send it. @returns the file, made in `outDir`. */
export async function bundleWorker(folder: string, outDir: string, signal: AbortSignal): Promise<string> {
  const require = createRequire(import.meta.url);
  const wrangler = path.join(path.dirname(require.resolve("wrangler/package.json")), "bin/wrangler.js");
  const args = [wrangler, "deploy", "--dry-run", "--minify", "--outdir", outDir];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "true" };
  await promisify(execFile)(process.execPath, args, { cwd: path.join(ROOT, folder), env, signal });
  return path.join(outDir, "worker.js");
}
