import type { Env } from "./env.ts";

const PREFIX = "DATABASE_URL_";

/** The database of a shard, or null where this deployment has none of that name. With one database alone every name is its. */
export function shardUrl(env: Env, shard: string): string | null {
  const url = env[`${PREFIX}${shard.toUpperCase()}`];
  if (url !== undefined) return url;
  return shard === "main" || furtherShards(env).length === 0 ? env.DATABASE_URL : null;
}

/** The databases of all shards. */
export function everyShardUrl(env: Env): string[] {
  return [...new Set([env.DATABASE_URL, ...furtherShards(env).flatMap((name) => env[name] ?? [])])];
}

function furtherShards(env: Env): `DATABASE_URL_${string}`[] {
  return Object.keys(env).filter((name): name is `DATABASE_URL_${string}` => name.startsWith(PREFIX));
}
