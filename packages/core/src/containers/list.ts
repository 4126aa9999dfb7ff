import type * as z from "zod";
import { type Context, reads } from "../context.ts";
import { and, sql } from "../db/sql.ts";
import { startsWith } from "../db/starts-with.ts";
import { query } from "../db/statement.ts";
import type { Container, ContainerListQuery, ContainerPage } from "./schema.ts";

/** Lists the containers that the key covers, with how much each holds. */
export async function list(
  context: Context,
  { prefix, limit, cursor }: z.infer<typeof ContainerListQuery>,
): Promise<z.infer<typeof ContainerPage>> {
  const listing = JSON.stringify(["containers", prefix]);
  const [after] = cursor === undefined ? [] : await context.cursors.verify(listing, cursor);
  const found = await context.run(
    reads(null),
    query<Container[]>(sql`(
      select coalesce(json_agg(page.container order by page.container_tag), '[]')
      from (
        select stela.container_json(containers) as container, container_tag from stela.containers where ${and(
          sql`containers.org_id = stela.current_org()`,
          sql`stela.may_access(containers.container_tag)`,
          startsWith(sql`containers.container_tag`, prefix ?? ""),
          after === undefined ? undefined : sql`containers.container_tag > ${after}`,
        )}
        order by containers.container_tag limit ${limit + 1}::integer
      ) as page
    )`),
  );
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    containers: shown,
    nextCursor: last === undefined ? null : await context.cursors.sign(listing, [last.containerTag]),
  };
}
