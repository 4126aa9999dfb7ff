import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { auditEvents } from "../db/schema/audit-events.ts";
import type { AuditEvent, AuditFilters } from "./schema.ts";

/** A page of events, the newest first. */
export interface EventPage {
  readonly events: readonly AuditEvent[];
  readonly more: boolean;
}

/** The expression of one page: the events that match and that the caller may see, older than `before`. */
export function pageOf(filters: AuditFilters, before: string | null, limit: number): SQL {
  return sql`(
    with page as materialized (
      select * from ${auditEvents} where ${and(matches(filters), isBefore(before))}
      order by ${auditEvents.id} desc limit ${limit + 1}::integer
    ), shown as (select * from page order by id desc limit ${limit}::integer)
    select json_build_object(
      'events', coalesce((select json_agg(json_build_object(
        'id', shown.id, 'at', stela.rfc3339(shown.at), 'actor', shown.actor, 'action', shown.action, 'outcome', shown.outcome,
        'containerTag', shown.container_tag, 'customId', shown.custom_id, 'documentId', shown.document_id,
        'session', shown.session, 'request', shown.request, 'details', shown.details, 'erasedBy', shown.erased_by
      ) order by shown.id desc) from shown), '[]'),
      'more', (select count(*) from page) > ${limit}::integer
    )
  )`;
}

function matches({ actor, session, containerTag, customId, action, outcome, from, to }: AuditFilters): SQL | undefined {
  return and(
    sql`${auditEvents.orgId} = stela.current_org()`,
    sql`stela.may_see_event(${auditEvents.containerTag})`,
    actor === undefined ? undefined : eq(auditEvents.actor, actor),
    session === undefined ? undefined : eq(auditEvents.session, session),
    containerTag === undefined ? undefined : eq(auditEvents.containerTag, containerTag),
    customId === undefined ? undefined : eq(auditEvents.customId, customId),
    action === undefined ? undefined : eq(auditEvents.action, action),
    outcome === undefined ? undefined : eq(auditEvents.outcome, outcome),
    from === undefined ? undefined : gte(auditEvents.at, sql`${from}::timestamptz`),
    to === undefined ? undefined : lt(auditEvents.at, sql`${to}::timestamptz`),
  );
}

function isBefore(before: string | null): SQL | undefined {
  return before === null ? undefined : sql`${auditEvents.id} < ${before}::bigint`;
}
