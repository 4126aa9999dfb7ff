import { type Context, reads } from "../context.ts";
import { and, sql } from "../db/sql.ts";
import { query } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import type { Container } from "./schema.ts";

/** Reads a container's settings and how much it holds. */
export async function get(context: Context, containerTag: string): Promise<Container> {
  const found = await context.run(
    reads(containerTag),
    query<Container | null>(sql`(
      select stela.container_json(containers) from stela.containers
      where ${and(sql`containers.org_id = stela.current_org()`, sql`containers.container_tag = ${containerTag}`)}
    )`),
  );
  if (found === null) throw new DomainError("not_found", "There is no such container.");
  return found;
}
