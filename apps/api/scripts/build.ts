import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

/** Lays out what the Worker serves beside itself: the page that renders the API's description, with all that it needs. */
const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "dist/assets/docs");
const swagger = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

await mkdir(target, { recursive: true });
for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"])
  await copyFile(path.join(swagger, name), path.join(target, name));
for (const name of ["index.html", "start.js"])
  await copyFile(path.join(root, "public/docs", name), path.join(target, name));
await copyFile(path.join(root, "public/_headers"), path.join(root, "dist/assets/_headers"));
