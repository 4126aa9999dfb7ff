import { and, type SQL, sql } from "../db/sql.ts";
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
      select * from stela.audit_events where ${and(matches(filters), isBefore(before))}
      order by audit_events.id desc limit ${limit + 1}::integer
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
    sql`audit_events.org_id = stela.current_org()`,
    sql`stela.may_see_event(audit_events.container_tag)`,
    actor === undefined ? undefined : sql`audit_events.actor = ${actor}`,
    session === undefined ? undefined : sql`audit_events.session = ${session}`,
    containerTag === undefined ? undefined : sql`audit_events.container_tag = ${containerTag}`,
    customId === undefined ? undefined : sql`audit_events.custom_id = ${customId}`,
    action === undefined ? undefined : sql`audit_events.action = ${action}`,
    outcome === undefined ? undefined : sql`audit_events.outcome = ${outcome}`,
    from === undefined ? undefined : sql`audit_events.at >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`audit_events.at < ${to}::timestamptz`,
  );
}

function isBefore(before: string | null): SQL | undefined {
  return before === null ? undefined : sql`audit_events.id < ${before}::bigint`;
}
