import { and, eq, sql } from "drizzle-orm";
import { type Context, reads } from "../context.ts";
import { containers } from "../db/schema/containers.ts";
import { query } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import type { Container } from "./schema.ts";

/** Reads a container's settings and how much it holds. */
export async function get(context: Context, containerTag: string): Promise<Container> {
  const found = await context.run(
    reads(containerTag),
    query<Container | null>(sql`(
      select stela.container_json(containers) from ${containers}
      where ${and(sql`${containers.orgId} = stela.current_org()`, eq(containers.containerTag, containerTag))}
    )`),
  );
  if (found === null) throw new DomainError("not_found", "There is no such container.");
  return found;
}
