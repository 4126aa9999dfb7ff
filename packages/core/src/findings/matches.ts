import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { findings } from "../db/schema/findings.ts";
import type { FindingFilters } from "./schema.ts";

/** The findings that match, of containers that the key covers. */
export function matches({ containerTag, rule, policy, status, from, to }: FindingFilters): SQL | undefined {
  return and(
    sql`${findings.orgId} = stela.current_org()`,
    sql`stela.may_access(${findings.containerTag})`,
    containerTag === undefined ? undefined : eq(findings.containerTag, containerTag),
    rule === undefined ? undefined : eq(findings.rule, rule),
    policy === undefined ? undefined : eq(findings.policy, policy),
    status === undefined ? undefined : sql`stela.is_false_positive(findings) = ${status === "false_positive"}`,
    from === undefined ? undefined : gte(findings.at, sql`${from}::timestamptz`),
    to === undefined ? undefined : lt(findings.at, sql`${to}::timestamptz`),
  );
}
