import { and, type SQL, sql } from "../db/sql.ts";
import type { FindingFilters } from "./schema.ts";

/** The findings that match, of containers that the key covers. */
export function matches({ containerTag, rule, policy, status, from, to }: FindingFilters): SQL {
  return and(
    sql`org_id = stela.current_org()`,
    sql`stela.may_access(container_tag)`,
    containerTag === undefined ? undefined : sql`container_tag = ${containerTag}`,
    rule === undefined ? undefined : sql`rule = ${rule}`,
    policy === undefined ? undefined : sql`policy = ${policy}`,
    status === undefined ? undefined : sql`stela.is_false_positive(findings) = ${status === "false_positive"}`,
    from === undefined ? undefined : sql`at >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`at < ${to}::timestamptz`,
  );
}
