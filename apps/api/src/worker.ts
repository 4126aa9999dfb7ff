import { indexForSearch, prune, seal } from "@stela/core/maintenance";
import { createApp } from "./app.ts";
import { openDatabase } from "./database.ts";
import type { Env } from "./env.ts";
import { everyShardUrl } from "./shards.ts";

export { People } from "./people.ts";

const app = createApp();

/** Must be one of the crons in wrangler.jsonc; the others only seal and index. */
const DAILY = "17 3 * * *";

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  /**
   * In each shard: every ten minutes the audit trail is sealed and the search index brought up to date; once a day what has expired goes.
   */
  async scheduled({ cron }, env) {
    for (const url of everyShardUrl(env)) {
      const send = openDatabase(env, url, { roundTrips: 0, elapsedMs: 0 });
      if (cron === DAILY) await prune(send);
      await seal(send);
      await indexForSearch(send);
    }
  },
} satisfies ExportedHandler<Env>;
