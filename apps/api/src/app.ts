import { DomainError } from "@stela/core/errors";
import { Hono, type MiddlewareHandler } from "hono";
import openapi from "../openapi.json" with { type: "json" };
import { openDatabase } from "./database.ts";
import { problemResponse } from "./errors.ts";
import { crossOrigin } from "./http/cross-origin.ts";
import { UnknownKeys } from "./http/unknown-keys.ts";
import { logFailure } from "./middleware/log-failures.ts";
import { requestState } from "./middleware/request-state.ts";
import type { AppEnv } from "./request-state.ts";
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
  app.get("/openapi.json", (c) => c.json(openapi));
  // Path by path, so that a fixed path that the table has before one with a parameter is never taken for the latter.
  for (const path of new Set(["/healthz", "/openapi.json", ...routes.map((route) => route.path)])) {
    for (const route of routes.filter((each) => each.path === path)) {
      app.on(route.method, toHonoPath(path), serveRoute(route, unknownKeys));
    }
    const allowed = allowedMethods(path);
    app.all(toHonoPath(path), () => {
      throw new DomainError("method_not_allowed", `Only ${allowed} is possible here.`, { allow: allowed });
    });
  }
  app.notFound(() => {
    throw new DomainError("not_found", "There is no such route.");
  });
  app.onError((error, c) => {
    const { requestId } = c.get("state");
    logFailure(error, requestId, `${c.req.method} ${c.req.routePath}`);
    return problemResponse(error, requestId);
  });
  return app;
}

const refuseMalformedPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    throw new DomainError("malformed_request", "The path holds a percent escape that is not UTF-8.");
  }
  await next();
};

function allowedMethods(path: string): string {
  const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
  return (methods.length === 0 ? ["GET"] : methods).join(", ");
}

function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
