import { prune } from "@stela/core/maintenance";
import { createApp } from "./app.ts";
import { openDatabase } from "./database.ts";
import type { Env } from "./env.ts";

const app = createApp();

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  /** Once a day: what has expired goes. */
  async scheduled(_controller, env) {
    await prune(openDatabase(env, { roundTrips: 0, elapsedMs: 0 }));
  },
} satisfies ExportedHandler<Env>;
