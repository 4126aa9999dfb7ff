-- What was written and recalled in a range of days (UTC, both included), by day, container or key. Writes are counted from the audit
-- trail: its triggers skip nothing, and there is no counter to be hot. A token's writes are its key's. `p_after` is the last name of the page before.
-- Outcomes: done {from, to, rows}, range.
CREATE OR REPLACE FUNCTION stela.usage(
  p_from date, p_to date, p_container_tag text, p_group text, p_after text, p_limit integer, p_most_days integer
) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  last_day date := coalesce(p_to, (now() AT TIME ZONE 'UTC')::date);
  first_day date := coalesce(p_from, last_day - 29);
BEGIN
  IF first_day > last_day OR last_day - first_day >= p_most_days THEN
    RETURN json_build_object('outcome', 'range');
  END IF;
  RETURN (
    WITH changes AS (
      SELECT action, document_id, (details ->> 'bytes')::bigint AS bytes,
        CASE WHEN action = 'document.delete' THEN 1 WHEN action LIKE 'erase.%' THEN (details ->> 'deleted')::bigint ELSE 0 END AS deletes,
        CASE p_group WHEN 'day' THEN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') WHEN 'container' THEN container_tag
          ELSE coalesce(details ->> 'key', actor) END COLLATE "C" AS name
      FROM stela.audit_events
      WHERE org_id = stela.current_org()
        AND at >= first_day::timestamp AT TIME ZONE 'UTC' AND at < (last_day + 1)::timestamp AT TIME ZONE 'UTC'
        AND action IN ('document.create', 'document.update', 'document.rename', 'document.restore', 'document.delete',
          'erase.document', 'erase.prefix', 'erase.session', 'erase.container') AND outcome = 'done'
        AND (p_container_tag IS NULL OR container_tag = p_container_tag)
        AND stela.may_access(container_tag)
    ), recalled AS (
      SELECT CASE p_group WHEN 'day' THEN to_char(day, 'YYYY-MM-DD') WHEN 'container' THEN container_tag ELSE key END COLLATE "C" AS name,
        sum(recalls) AS recalls
      FROM stela.recall_counters
      WHERE org_id = stela.current_org() AND day BETWEEN first_day AND last_day
        AND (p_container_tag IS NULL OR container_tag = p_container_tag)
        AND stela.may_access(container_tag)
      GROUP BY 1
    ), written AS (
      SELECT name, count(*) FILTER (WHERE action LIKE 'document.%' AND action <> 'document.delete') AS writes,
        coalesce(sum(deletes), 0) AS deletes,
        coalesce(sum(bytes), 0) AS bytes_written, count(DISTINCT document_id) AS documents
      FROM changes GROUP BY name
    ), page AS (
      SELECT name, coalesce(writes, 0) AS writes, coalesce(deletes, 0) AS deletes, coalesce(bytes_written, 0) AS bytes_written,
        coalesce(documents, 0) AS documents, coalesce(recalls, 0) AS recalls
      FROM written FULL JOIN recalled USING (name) WHERE p_after IS NULL OR name > p_after ORDER BY name LIMIT p_limit
    )
    SELECT json_build_object('outcome', 'done', 'from', first_day::text, 'to', last_day::text, 'rows', coalesce(json_agg(
      json_build_object('name', name, 'writes', writes, 'deletes', deletes, 'bytesWritten', bytes_written, 'documents', documents,
        'recalls', recalls)
      ORDER BY name), '[]'))
    FROM page
  );
END
$$;
