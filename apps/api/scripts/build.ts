import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

/** Lays out what the Worker serves beside itself: the API's description, and the page that renders it, with all that it needs. */
const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "dist/assets/docs");
const swagger = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

await mkdir(target, { recursive: true });
for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"])
  await copyFile(path.join(swagger, name), path.join(target, name));
for (const name of ["index.html", "start.js"])
  await copyFile(path.join(root, "public/docs", name), path.join(target, name));
const description: unknown = JSON.parse(await readFile(path.join(root, "openapi.json"), "utf8"));
await writeFile(path.join(target, "openapi.json"), JSON.stringify(description));
await copyFile(path.join(root, "public/_headers"), path.join(root, "dist/assets/_headers"));
