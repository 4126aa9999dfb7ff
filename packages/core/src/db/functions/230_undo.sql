-- Puts back what a session changed in a container, alone in it. A document goes back to its state before the session's first change of
-- it, if every change since is the session's own; otherwise it is reported and left: changed_by_others {versions}, not_kept (the state
-- before is past retention or erased), name_taken. What is written belongs to the session of the request, or to
-- one of its own where there is none or it is the very one, so that an undo can be undone itself.
-- Outcomes: done {session, undone, left, documents, skipped: the first 1,000 of each}, quota_exceeded.
CREATE OR REPLACE FUNCTION stela.undo_session(p_container_tag text, p_session text, p_dry_run boolean) RETURNS json
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET work_mem = '64MB' AS $$
DECLARE
  own_session text := coalesce(
    nullif(nullif(current_setting('app.session', true), ''), p_session), 'undo:' || current_setting('app.request', true));
  plan jsonb;
  losers uuid[];
  ids uuid[];
  versions integer[];
  names text[];
  more_documents bigint;
  more_bytes bigint;
  refusal json;
BEGIN
  PERFORM stela.lock_container(p_container_tag, true);
  WITH touched AS (
    SELECT document_id, min(version) AS first_version, min(at) AS first_at FROM stela.revisions
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND session = p_session
    GROUP BY document_id
  ), found AS (
    SELECT touched.document_id, touched.first_at, last.custom_id, d.id IS NOT NULL AS is_live, others.versions AS other_versions,
      before.version IS NULL AND touched.first_version > 1 AS is_lost,
      CASE WHEN before.operation <> 'delete' THEN before.version END AS version,
      CASE WHEN before.operation <> 'delete' THEN before.custom_id END AS name,
      (before.custom_id, before.content, before.metadata, before.tags, before.fields)
        IS NOT DISTINCT FROM (last.custom_id, last.content, last.metadata, last.tags, last.fields) AS is_same
    FROM touched
    LEFT JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = touched.document_id
    CROSS JOIN LATERAL (
      SELECT * FROM stela.revisions AS r WHERE r.org_id = stela.current_org() AND r.document_id = touched.document_id
      ORDER BY version DESC LIMIT 1
    ) AS last
    LEFT JOIN LATERAL (
      SELECT * FROM stela.revisions AS r
      WHERE r.org_id = stela.current_org() AND r.document_id = touched.document_id AND r.version < touched.first_version
      ORDER BY version DESC LIMIT 1
    ) AS before ON true
    CROSS JOIN LATERAL (
      SELECT json_agg(version ORDER BY version) AS versions FROM stela.revisions AS r
      WHERE r.org_id = stela.current_org() AND r.document_id = touched.document_id AND r.version > touched.first_version
        AND r.session IS DISTINCT FROM p_session
    ) AS others
  )
  SELECT jsonb_agg(jsonb_build_object('documentId', document_id, 'customId', custom_id, 'isLive', is_live, 'version', version,
    'name', name, 'versions', other_versions, 'reason',
    CASE WHEN other_versions IS NOT NULL THEN 'changed_by_others' WHEN is_lost THEN 'not_kept' END) ORDER BY first_at, document_id)
  INTO plan FROM found
  WHERE other_versions IS NOT NULL OR is_lost OR CASE WHEN is_live THEN NOT is_same ELSE version IS NOT NULL END;
  plan := coalesce(plan, '[]');
  LOOP
    SELECT array_agg((item ->> 'documentId')::uuid ORDER BY place), array_agg((item ->> 'version')::integer ORDER BY place),
      array_agg(item ->> 'name' ORDER BY place)
    INTO ids, versions, names FROM jsonb_array_elements(plan) WITH ORDINALITY AS items (item, place)
    WHERE item ->> 'reason' IS NULL;
    losers := stela.clashes(p_container_tag, ids, names);
    EXIT WHEN losers IS NULL;
    SELECT jsonb_agg(CASE WHEN loser IS NULL THEN item ELSE item || '{"reason": "name_taken"}' END ORDER BY place)
    INTO plan FROM jsonb_array_elements(plan) WITH ORDINALITY AS items (item, place)
    LEFT JOIN unnest(losers) AS loser ON loser = (item ->> 'documentId')::uuid;
  END LOOP;
  SELECT coalesce(sum((r.version IS NOT NULL)::integer - (d.id IS NOT NULL)::integer), 0),
    coalesce(sum(coalesce(octet_length(r.content), 0) - coalesce(d.bytes, 0)), 0)
  INTO more_documents, more_bytes
  FROM unnest(ids, versions) AS back (id, version)
  LEFT JOIN stela.revisions AS r ON r.org_id = stela.current_org() AND r.document_id = back.id AND r.version = back.version
  LEFT JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = back.id;
  refusal := stela.quota_refusal(p_container_tag, more_documents, more_bytes);
  IF refusal IS NOT NULL THEN
    RETURN refusal;
  END IF;
  IF NOT p_dry_run THEN
    PERFORM set_config('app.session', own_session, true);
    PERFORM stela.put_back(p_container_tag, ids, versions, names, NULL);
    PERFORM stela.append_audit('session.undo', 'done', p_container_tag, jsonb_build_object(
      'undoes', p_session, 'undone', coalesce(cardinality(ids), 0), 'left', jsonb_array_length(plan) - coalesce(cardinality(ids), 0)));
  END IF;
  RETURN (
    SELECT json_build_object('outcome', 'done', 'session', CASE WHEN NOT p_dry_run THEN own_session END, 'undone', count(*) FILTER (WHERE is_undone),
      'left', count(*) FILTER (WHERE NOT is_undone),
      'documents', coalesce(json_agg(json_build_object(
        'documentId', item -> 'documentId', 'customId', item -> 'customId', 'version', item -> 'version', 'to', item -> 'name',
        'action', CASE WHEN NOT (item ->> 'isLive')::boolean THEN 'recreate' WHEN item ->> 'version' IS NULL THEN 'delete'
          WHEN item ->> 'name' <> item ->> 'customId' THEN 'move' ELSE 'change' END
      ) ORDER BY place) FILTER (WHERE is_undone AND nth <= 1000), '[]'),
      'skipped', coalesce(json_agg(json_build_object(
        'documentId', item -> 'documentId', 'customId', item -> 'customId', 'reason', item -> 'reason', 'versions', item -> 'versions'
      ) ORDER BY place) FILTER (WHERE NOT is_undone AND nth <= 1000), '[]'))
    FROM (
      SELECT item, place, item ->> 'reason' IS NULL AS is_undone,
        row_number() OVER (PARTITION BY item ->> 'reason' IS NULL ORDER BY place) AS nth
      FROM jsonb_array_elements(plan) WITH ORDINALITY AS items (item, place)
    ) AS numbered
  );
END
$$;
