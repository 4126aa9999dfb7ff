import { indexForSearch, prune, seal } from "@stela/core/maintenance";
import { createApp } from "./app.ts";
import { openDatabase } from "./database.ts";
import type { Env } from "./env.ts";

const app = createApp();

/** Must be one of the crons in wrangler.jsonc; the others only seal and index. */
const DAILY = "17 3 * * *";

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  /** Every ten minutes the audit trail is sealed and the search index brought up to date; once a day what has expired goes. */
  async scheduled({ cron }, env) {
    const send = openDatabase(env, { roundTrips: 0, elapsedMs: 0 });
    if (cron === DAILY) await prune(send);
    await seal(send);
    await indexForSearch(send);
  },
} satisfies ExportedHandler<Env>;
