import { DomainError } from "@stela/core/errors";
import { Hono, type MiddlewareHandler } from "hono";
import { openDatabase } from "./database.ts";
import type { Env } from "./env.ts";
import { problemResponse } from "./errors.ts";
import { crossOrigin } from "./http/cross-origin.ts";
import { UnknownKeys } from "./http/unknown-keys.ts";
import { logFailure } from "./middleware/log-failures.ts";
import { requestState } from "./middleware/request-state.ts";
import type { AppEnv } from "./request-state.ts";
import { routeFinder } from "./routes/find-route.ts";
import { routes } from "./routes/table.ts";
import { serveRoute } from "./serve-route.ts";
import { everyShardUrl } from "./shards.ts";

/** The API: every answer that is not a success is a problem document. */
export function createApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const unknownKeys = new UnknownKeys();
  app.use(requestState);
  app.use("/v1/*", crossOrigin);
  app.use(refuseMalformedPath);
  app.get("/healthz", async (c) => {
    const { databaseUse } = c.get("state");
    const asked = everyShardUrl(c.env).map((url) =>
      openDatabase(c.env, url, databaseUse)([{ text: "select 1", params: [] }]),
    );
    await Promise.all(asked).catch((cause: unknown) => {
      throw new DomainError(
        "unavailable",
        "The database cannot be reached just now.",
        { retryAfterSeconds: 1 },
        { cause },
      );
    });
    return c.json({ status: "ok" });
  });
  app.get("/openapi.json", ({ env, req }) => describe(env, req.url));
  for (const path of ["/healthz", "/openapi.json"]) {
    app.all(path, () => {
      throw notAllowed("GET");
    });
  }
  const findRoute = routeFinder(routes);
  app.all("/v1/*", (c) => {
    const found = findRoute(c.req.path);
    if (found === null) throw noSuchRoute();
    c.get("state").path = found.path;
    const route = found.routes.get(c.req.method === "HEAD" ? "GET" : c.req.method);
    if (route === undefined) throw notAllowed([...found.routes.keys()].join(", "));
    return serveRoute(route, found.params, c, unknownKeys);
  });
  app.notFound(() => {
    throw noSuchRoute();
  });
  app.onError((error, c) => {
    const { requestId, path } = c.get("state");
    logFailure(error, requestId, `${c.req.method} ${path ?? c.req.routePath}`);
    return problemResponse(error, requestId);
  });
  return app;
}

const refuseMalformedPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  try {
    if (c.req.url.includes("%")) decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    throw new DomainError("malformed_request", "The path holds a percent escape that is not UTF-8.");
  }
  await next();
};

/** The description is a file beside the Worker: a tenth of its size, which no request of an agent needs. */
async function describe({ ASSETS: assets }: Env, url: string): Promise<Response> {
  const file = await assets?.fetch(new URL("/docs/openapi.json", url));
  if (!file?.ok) throw noSuchRoute();
  return new Response(file.body, { headers: { "content-type": "application/json" } });
}

function noSuchRoute(): DomainError {
  return new DomainError("not_found", "There is no such route.");
}

function notAllowed(allowed: string): DomainError {
  return new DomainError("method_not_allowed", `Only ${allowed} is possible here.`, { allow: allowed });
}
