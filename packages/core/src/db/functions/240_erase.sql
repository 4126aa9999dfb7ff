-- Whether a kept answer may hold text or names of documents. One that says no more than how it ended holds none.
DROP FUNCTION IF EXISTS stela.answer_may_hold(jsonb, uuid[]);
CREATE OR REPLACE FUNCTION stela.answer_may_hold(p_answer jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN jsonb_typeof(p_answer) <> 'object' THEN true
  WHEN jsonb_strip_nulls(p_answer) - '{outcome,version,currentVersion,isRedacted,quota,of,limit,bytes,editIndex,lines,isCreated}'::text[]
    = '{}' THEN false
  ELSE NOT p_answer ?| '{erasure,container}'
END;

-- The one document that a kept answer is about. Null where that is not known: then it may be about any.
CREATE OR REPLACE FUNCTION stela.subject_of_answer(p_answer jsonb) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(p_answer -> 'document' ->> 'id', p_answer -> 'deleted' ->> 'id')::uuid;

-- The documents that a kept answer names by id.
CREATE OR REPLACE FUNCTION stela.named_in_answer(p_answer jsonb) RETURNS uuid[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT (place ->> 'id')::uuid
  FROM unnest(ARRAY[p_answer] || ARRAY(SELECT jsonb_path_query(p_answer, '$.results[*]'))) AS one (answer),
    unnest(ARRAY[answer -> 'document', answer -> 'deleted']) AS place
  WHERE place ? 'id'
);

-- The names that an operation or an event speaks of.
CREATE OR REPLACE FUNCTION stela.names_in(p_value jsonb) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 2 AS $$
  SELECT found #>> '{}' FROM unnest('{$.**.customId,$.**.from,$.**.to,$.**.path,$.**.old_path,$.**.new_path}'::jsonpath[]) AS place,
    jsonb_path_query(p_value, place) AS found
  WHERE jsonb_typeof(found) = 'string'
$$;

-- What is left of an erasure's documents, counted now.
CREATE OR REPLACE FUNCTION stela.erasure_remains(e stela.erasures) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan SET work_mem = '64MB' AS $$
DECLARE
  -- In a variable, and planned anew: then what is looked for is hashed, however many there are.
  ids uuid[] := e.document_ids;
BEGIN
  RETURN jsonb_build_object(
    'documents', (SELECT count(*) FROM stela.documents WHERE org_id = e.org_id AND id = ANY (ids)),
    'revisions', (SELECT count(*) FROM stela.revisions WHERE org_id = e.org_id AND document_id = ANY (ids)) + (
      SELECT count(*) FROM jsonb_to_recordset(e.counts -> 'cut') AS cut ("documentId" uuid, versions integer[])
      CROSS JOIN LATERAL (
        SELECT FROM stela.revisions AS r
        WHERE r.org_id = e.org_id AND r.document_id = cut."documentId" AND r.version = ANY (cut.versions)
      ) AS left_over
    ),
    'answers', (
      SELECT count(*) FROM stela.idempotency AS kept
      WHERE kept.org_id = e.org_id AND EXISTS (SELECT FROM unnest(stela.named_in_answer(kept.answer::jsonb)) AS id WHERE id = ANY (ids))
    ),
    'proposals', (SELECT count(*) FROM stela.proposals WHERE org_id = e.org_id AND document_id = ANY (ids)),
    'searchEntries', (SELECT count(*) FROM stela.search_entries WHERE org_id = e.org_id AND document_id = ANY (ids))
      + (SELECT count(*) FROM stela.search_marks AS m
        WHERE m.org_id = e.org_id AND m.container_tag = e.container_tag AND m.document_id = ANY (ids)),
    'auditEvents', (
      SELECT count(*) FROM stela.audit_events WHERE org_id = e.org_id AND document_id = ANY (ids) AND custom_id IS NOT NULL
    )
  );
END
$$;

-- The receipt as the API answers it. With `p_recount`, everything is looked for again.
CREATE OR REPLACE FUNCTION stela.erasure_json(e stela.erasures, p_recount boolean) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  remaining jsonb := CASE WHEN p_recount THEN stela.erasure_remains(e) END;
BEGIN
  RETURN json_build_object(
    'id', e.id, 'containerTag', e.container_tag, 'target', e.target, 'counts', e.counts - 'cut', 'actor', e.actor,
    'request', e.request, 'at', stela.rfc3339(e.at),
    'documentIds', CASE WHEN p_recount THEN to_json(e.document_ids[:1000]) END, 'remaining', remaining,
    'isClean', NOT EXISTS (SELECT FROM jsonb_each(remaining) AS kind WHERE kind.value <> '0') AND (p_recount OR NULL)
  );
END
$$;

-- Erases for good, alone in the container, and leaves a receipt. What is meant: the documents whose name is from `p_from` and before
-- `p_until` (or was, when they were deleted), whole; and of any other document the revisions under such a name. Or, with `p_session`, all
-- that a session wrote: the documents it made, and of those it changed every revision from its first one on, whoever wrote it, because a
-- change is built on what it met; such a document goes back to its state before, and is deleted where it cannot. Only text and names are
-- taken from the audit trail and from kept answers: that something was done stays known. A dry run does all of it and takes it back.
-- Outcomes: done {erasure, documents: of a dry run the first 1,000}, missing (no such container).
CREATE OR REPLACE FUNCTION stela.erase(
  p_id uuid, p_container_tag text, p_target text, p_from text, p_until text, p_session text, p_dry_run boolean
) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan SET work_mem = '64MB' AS $$
DECLARE
  is_container constant boolean := p_target = 'container';
  plan jsonb := '[]';
  ids uuid[];
  back_ids uuid[];
  back_versions integer[];
  back_names text[];
  losers uuid[];
  names text[];
  cut jsonb := '[]';
  listed json;
  revised bigint;
  by_others bigint := 0;
  touched_ids uuid[];
  deleted bigint;
  counted bigint;
  counts jsonb := '{}';
  receipt stela.erasures;
BEGIN
  IF NOT 'erase' = ANY (current_setting('app.scopes', true)::text[]) OR NOT stela.may_access(p_container_tag) THEN
    RAISE EXCEPTION USING ERRCODE = 'ST403', MESSAGE = 'The key lacks a scope', DETAIL = 'erase';
  END IF;
  PERFORM stela.lock_container(p_container_tag, true);
  PERFORM set_config('app.session', '', true);
  IF is_container AND NOT EXISTS (
    SELECT FROM stela.containers WHERE org_id = stela.current_org() AND container_tag = p_container_tag
  ) THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;

  -- What goes whole (ids), and what is cut back (plan, of a session).
  IF p_session IS NULL THEN
    ids := ARRAY(
      SELECT id FROM stela.documents
      WHERE org_id = stela.current_org() AND container_tag = p_container_tag
        AND custom_id >= p_from AND (p_until IS NULL OR custom_id < p_until)
      UNION
      SELECT gone.document_id FROM stela.revisions AS gone
      WHERE gone.org_id = stela.current_org() AND gone.container_tag = p_container_tag
        AND gone.custom_id >= p_from AND (p_until IS NULL OR gone.custom_id < p_until)
        AND NOT EXISTS (SELECT FROM stela.documents AS d WHERE d.org_id = gone.org_id AND d.id = gone.document_id)
        AND NOT EXISTS (
          SELECT FROM stela.revisions AS later
          WHERE later.org_id = gone.org_id AND later.document_id = gone.document_id AND later.version > gone.version
        )
    );
  ELSE
    SELECT coalesce(jsonb_agg(jsonb_build_object('documentId', touched.document_id, 'first', touched.first_version,
      'isLive', d.id IS NOT NULL, 'kept', before.version,
      'version', CASE WHEN d.id IS NOT NULL AND before.operation <> 'delete' THEN before.version END,
      'name', CASE WHEN d.id IS NOT NULL AND before.operation <> 'delete' THEN before.custom_id END)), '[]')
    INTO plan
    FROM (
      SELECT document_id, min(version) AS first_version FROM stela.revisions
      WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND session = p_session
      GROUP BY document_id
    ) AS touched
    LEFT JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = touched.document_id
    LEFT JOIN LATERAL (
      SELECT version, operation, custom_id FROM stela.revisions AS r
      WHERE r.org_id = stela.current_org() AND r.document_id = touched.document_id AND r.version < touched.first_version
      ORDER BY version DESC LIMIT 1
    ) AS before ON true;
    ids := ARRAY(SELECT (item ->> 'documentId')::uuid FROM jsonb_array_elements(plan) AS item WHERE item ->> 'kept' IS NULL);
    plan := (SELECT coalesce(jsonb_agg(item), '[]') FROM jsonb_array_elements(plan) AS item WHERE item ->> 'kept' IS NOT NULL);
  END IF;

  -- Every revision that goes, before anything is changed.
  WITH going AS (
    SELECT r.document_id, r.version, r.session, r.custom_id, r.document_id = ANY (ids) AS is_whole FROM stela.revisions AS r
    WHERE r.org_id = stela.current_org() AND (r.document_id = ANY (ids) OR (
      p_session IS NULL AND r.container_tag = p_container_tag AND r.custom_id >= p_from AND (p_until IS NULL OR r.custom_id < p_until)
    ))
    UNION ALL
    SELECT r.document_id, r.version, r.session, r.custom_id, false
    FROM jsonb_to_recordset(plan) AS item ("documentId" uuid, first integer, "isLive" boolean)
    JOIN stela.revisions AS r
      ON r.org_id = stela.current_org() AND r.document_id = item."documentId" AND r.version >= item.first
    -- The last one of a deleted document stays, emptied: it says that the document is gone.
    WHERE item."isLive" OR EXISTS (
      SELECT FROM stela.revisions AS later
      WHERE later.org_id = r.org_id AND later.document_id = r.document_id AND later.version > r.version
    )
  ), by_document AS (
    SELECT document_id, is_whole, count(*) AS revisions,
      CASE WHEN NOT is_whole THEN json_agg(version ORDER BY version) END AS versions,
      count(*) FILTER (WHERE session IS DISTINCT FROM p_session) AS others
    FROM going GROUP BY document_id, is_whole
  )
  SELECT coalesce(sum(revisions), 0), CASE WHEN p_session IS NULL THEN 0 ELSE coalesce(sum(others), 0) END,
    coalesce(jsonb_agg(jsonb_build_object('documentId', document_id, 'versions', versions)) FILTER (WHERE NOT is_whole), '[]'),
    ARRAY(SELECT DISTINCT custom_id FROM going),
    (
      SELECT coalesce(json_agg(json_build_object('documentId', first.document_id, 'customId', last.custom_id,
        'action', CASE WHEN first.is_whole THEN 'erase' WHEN p_session IS NULL THEN 'cut_history' ELSE 'put_back' END,
        'revisions', first.revisions, 'revisionsOfOthers', CASE WHEN p_session IS NULL THEN 0 ELSE first.others END)
        ORDER BY last.custom_id, first.document_id), '[]')
      FROM (SELECT * FROM by_document ORDER BY document_id LIMIT 1000) AS first CROSS JOIN LATERAL (
        SELECT custom_id FROM stela.revisions AS r WHERE r.org_id = stela.current_org() AND r.document_id = first.document_id
        ORDER BY version DESC LIMIT 1
      ) AS last
    )
  INTO revised, by_others, cut, names, listed FROM by_document;

  BEGIN
    -- Their last revisions and events would go at once: nothing records them. The erasure's own event counts them.
    PERFORM set_config('app.recording', 'off', true);
    DELETE FROM stela.documents WHERE org_id = stela.current_org() AND id = ANY (ids);
    GET DIAGNOSTICS deleted = ROW_COUNT;
    PERFORM set_config('app.recording', '', true);
    SELECT array_agg(item."documentId"), array_agg(item.version), array_agg(item.name) INTO back_ids, back_versions, back_names
    FROM jsonb_to_recordset(plan) AS item ("documentId" uuid, version integer, name text, "isLive" boolean) WHERE item."isLive";
    LOOP
      losers := stela.clashes(p_container_tag, back_ids, back_names);
      EXIT WHEN losers IS NULL;
      SELECT array_agg(id ORDER BY place), array_agg(CASE WHEN id = ANY (losers) THEN NULL ELSE version END ORDER BY place),
        array_agg(CASE WHEN id = ANY (losers) THEN NULL ELSE name END ORDER BY place)
      INTO back_ids, back_versions, back_names
      FROM unnest(back_ids, back_versions, back_names) WITH ORDINALITY AS back (id, version, name, place);
    END LOOP;
    PERFORM stela.put_back(p_container_tag, back_ids, back_versions, back_names, NULL);
    DELETE FROM stela.revisions AS r WHERE r.org_id = stela.current_org() AND (r.document_id = ANY (ids) OR (
      p_session IS NULL AND r.container_tag = p_container_tag AND r.custom_id >= p_from AND (p_until IS NULL OR r.custom_id < p_until)
    ));
    DELETE FROM stela.revisions AS r USING jsonb_to_recordset(plan) AS item ("documentId" uuid, first integer)
    WHERE r.org_id = stela.current_org() AND r.document_id = item."documentId" AND r.version >= item.first AND EXISTS (
      SELECT FROM stela.revisions AS later
      WHERE later.org_id = r.org_id AND later.document_id = r.document_id AND later.version > r.version
    );
    UPDATE stela.revisions AS r SET
      custom_id = before.custom_id, metadata = before.metadata, tags = before.tags, fields = before.fields,
      session = nullif(r.session, p_session)
    FROM jsonb_to_recordset(plan) AS item ("documentId" uuid, first integer, kept integer)
    JOIN stela.revisions AS before
      ON before.org_id = stela.current_org() AND before.document_id = item."documentId" AND before.version = item.kept
    WHERE r.org_id = stela.current_org() AND r.document_id = item."documentId" AND r.version >= item.first AND r.operation = 'delete';

    counts := jsonb_build_object('searchEntries', stela.forget_in_search(p_container_tag,
      ids || ARRAY(SELECT (item ->> 'documentId')::uuid FROM jsonb_array_elements(cut || plan) AS item)));

    -- Names that nothing else has or had.
    names := ARRAY(
      SELECT name FROM unnest(names || CASE WHEN p_target = 'document' THEN ARRAY[p_from] ELSE '{}' END) AS name
      EXCEPT SELECT custom_id FROM stela.revisions WHERE org_id = stela.current_org() AND container_tag = p_container_tag
    );
    DELETE FROM stela.proposals AS p WHERE p.org_id = stela.current_org() AND p.container_tag = p_container_tag AND (
      is_container OR p.document_id = ANY (ids) OR p.session = p_session
      OR (p_session IS NULL AND p.custom_id >= p_from AND (p_until IS NULL OR p.custom_id < p_until))
      OR p.custom_id = ANY (names) OR EXISTS (
        SELECT FROM stela.names_in(p.operation) AS name
        WHERE name = ANY (names)
          OR (p_session IS NULL AND name COLLATE "C" >= p_from AND (p_until IS NULL OR name COLLATE "C" < p_until))
      )
    );
    GET DIAGNOSTICS counted = ROW_COUNT;
    counts := counts || jsonb_build_object('proposals', counted);
    touched_ids := ids || ARRAY(SELECT (item ->> 'documentId')::uuid FROM jsonb_array_elements(cut || plan) AS item);
    UPDATE stela.idempotency AS kept SET answer = '{"outcome": "erased"}'
    WHERE kept.org_id = stela.current_org() AND kept.answer IS NOT NULL
      AND (p_container_tag = ANY (kept.container_tags) OR kept.container_tags = '{}')
      AND stela.answer_may_hold(kept.answer::jsonb)
      AND (stela.subject_of_answer(kept.answer::jsonb) IS NULL OR stela.subject_of_answer(kept.answer::jsonb) = ANY (touched_ids));
    GET DIAGNOSTICS counted = ROW_COUNT;
    counts := counts || jsonb_build_object('answers', counted);
    UPDATE stela.audit_events AS event SET custom_id = NULL, details = '{}', erased_by = p_id
    WHERE event.org_id = stela.current_org() AND (event.container_tag = p_container_tag OR event.document_id = ANY (ids))
      AND event.erased_by IS NULL AND event.action NOT LIKE 'erase.%' AND (event.custom_id IS NOT NULL OR event.details <> '{}') AND (
        is_container OR event.document_id = ANY (ids) OR event.session = p_session OR event.custom_id = ANY (names)
        OR (p_session IS NULL AND event.custom_id >= p_from AND (p_until IS NULL OR event.custom_id < p_until))
        -- A finding in metadata names the key it stands under.
        OR (event.action LIKE 'secret.%' AND event.details::text LIKE '%metadata%')
        OR (event.document_id, (event.details ->> 'version')::integer) IN (
          SELECT item."documentId", version
          FROM jsonb_to_recordset(cut) AS item ("documentId" uuid, versions integer[]), unnest(item.versions) AS version
        )
        -- The other events of a document say no more than its version.
        OR event.action NOT IN ('document.create', 'document.update', 'document.delete') AND EXISTS (
          SELECT FROM jsonb_path_query(event.details, '$.** ? (@.type() == "string")') AS said WHERE said #>> '{}' = ANY (names)
        )
      );
    GET DIAGNOSTICS counted = ROW_COUNT;
    counts := counts || jsonb_build_object('auditEvents', counted);
    -- A finding in metadata names the key it stood under. One that was marked stays with its mark, without that.
    IF is_container THEN
      DELETE FROM stela.false_positives AS mark
      WHERE mark.org_id = stela.current_org() AND (mark.container_tag = p_container_tag OR EXISTS (
        SELECT FROM stela.findings AS f
        WHERE f.org_id = mark.org_id AND f.id = mark.finding_id AND f.container_tag = p_container_tag));
    END IF;
    DELETE FROM stela.findings AS f
    WHERE f.org_id = stela.current_org() AND f.container_tag = p_container_tag
      AND (is_container OR f.session = p_session OR f.path LIKE '%metadata%')
      AND NOT EXISTS (SELECT FROM stela.false_positives AS mark WHERE mark.org_id = f.org_id AND mark.finding_id = f.id);
    GET DIAGNOSTICS counted = ROW_COUNT;
    counts := counts || jsonb_build_object('findings', counted);
    UPDATE stela.findings AS f SET
      path = CASE WHEN f.path LIKE '%metadata%' THEN 'metadata' ELSE f.path END, session = nullif(f.session, p_session)
    WHERE f.org_id = stela.current_org() AND f.container_tag = p_container_tag
      AND (f.session = p_session OR f.path LIKE '%metadata%');
    IF is_container THEN
      DELETE FROM stela.search_marks WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
      DELETE FROM stela.search_postings WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
      DELETE FROM stela.search_containers WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
      DELETE FROM stela.container_counters WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
      DELETE FROM stela.recall_counters WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
      DELETE FROM stela.containers WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
    END IF;

    counts := counts || jsonb_build_object('documents', cardinality(ids), 'documentsCut', jsonb_array_length(cut),
      'revisions', revised, 'revisionsOfOthers', by_others);
    INSERT INTO stela.erasures (org_id, id, container_tag, target, document_ids, counts, actor, request)
    VALUES (stela.current_org(), p_id, p_container_tag, p_target, ids, counts || jsonb_build_object('cut', cut),
      current_setting('app.actor'), nullif(current_setting('app.request', true), ''))
    RETURNING * INTO receipt;
    PERFORM stela.append_audit('erase.' || p_target, 'done', p_container_tag,
      jsonb_build_object('erasure', p_id, 'counts', counts, 'deleted', deleted));
    IF p_dry_run THEN
      RAISE EXCEPTION USING ERRCODE = 'STDRY', MESSAGE = 'A dry run';
    END IF;
  EXCEPTION WHEN SQLSTATE 'STDRY' THEN
    -- The block is rolled back, its variables are not.
    RETURN json_build_object('outcome', 'done', 'counts', counts, 'documents', listed);
  END;
  RETURN json_build_object('outcome', 'done', 'erasure', stela.erasure_json(receipt, true));
END
$$;
