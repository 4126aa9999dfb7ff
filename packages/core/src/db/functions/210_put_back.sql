-- An expiry that has passed would take away what was just put back.
CREATE OR REPLACE FUNCTION stela.expiry_to_come(p_fields jsonb) RETURNS timestamptz
LANGUAGE sql STABLE
RETURN CASE WHEN (p_fields ->> 'expiresAt')::timestamptz > now() THEN (p_fields ->> 'expiresAt')::timestamptz END;

-- Puts documents back to earlier states: each at a version of its own and under a name of its own; a null version means that it was
-- not there, and deletes it. Names must be free by the end, whatever the order: documents may change places. `p_redacted` holds texts
-- to put in the place of those of the version. Gives back how many documents it changed. Each revision is looked up by its key
-- (LATERAL … LIMIT 1), and each statement is planned for as many documents as there are.
CREATE OR REPLACE FUNCTION stela.put_back(p_container_tag text, p_ids uuid[], p_versions integer[], p_names text[], p_redacted jsonb)
RETURNS integer
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET work_mem = '64MB' AS $$
DECLARE
  changed integer := 0;
  counted integer;
  moved integer := -1;
  waiting uuid;
  parked integer := 0;
BEGIN
  PERFORM stela.write_many(cardinality(p_ids) > 1);
  DELETE FROM stela.documents AS d USING unnest(p_ids, p_versions) AS plan (id, version)
  WHERE d.org_id = stela.current_org() AND d.id = plan.id AND plan.version IS NULL;
  GET DIAGNOSTICS counted = ROW_COUNT;
  changed := changed + counted;
  PERFORM set_config('app.operation', 'restore', true);
  -- First those that keep their name, then, as often as it makes another name free, those that change it.
  LOOP
    UPDATE stela.documents AS d SET
      custom_id = plan.name,
      content = coalesce(p_redacted ->> 'content', r.content),
      metadata = coalesce(p_redacted -> 'metadata', r.metadata),
      tags = CASE WHEN p_redacted ? 'tags' THEN stela.text_array(p_redacted -> 'tags') ELSE r.tags END,
      category = r.fields ->> 'category', key = r.fields ->> 'key', importance = (r.fields ->> 'importance')::smallint,
      status = r.fields ->> 'status', source = coalesce(p_redacted ->> 'source', r.fields ->> 'source'),
      confidence = (r.fields ->> 'confidence')::double precision, occurred_at = (r.fields ->> 'occurredAt')::timestamptz,
      superseded_by = (r.fields ->> 'supersededBy')::uuid, is_pinned = (r.fields ->> 'pinned')::boolean, expires_at = stela.expiry_to_come(r.fields),
      version = d.version + 1, updated_at = clock_timestamp()
    FROM unnest(p_ids, p_versions, p_names) AS plan (id, version, name) CROSS JOIN LATERAL (
      SELECT * FROM stela.revisions WHERE org_id = stela.current_org() AND document_id = plan.id AND version = plan.version LIMIT 1
    ) AS r
    WHERE d.org_id = stela.current_org() AND d.id = plan.id
      AND CASE WHEN moved < 0 THEN d.custom_id = plan.name ELSE d.custom_id <> plan.name AND NOT EXISTS (
        SELECT FROM stela.documents AS taken
        WHERE taken.org_id = stela.current_org() AND taken.container_tag = p_container_tag AND taken.custom_id = plan.name
      ) END;
    GET DIAGNOSTICS counted = ROW_COUNT;
    changed := changed + counted;
    SELECT (array_agg(d.id ORDER BY d.id))[1] INTO waiting FROM unnest(p_ids, p_versions, p_names) AS plan (id, version, name)
    JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = plan.id
    WHERE plan.version IS NOT NULL AND d.custom_id <> plan.name;
    EXIT WHEN waiting IS NULL;
    IF moved >= 0 AND counted = 0 THEN
      -- They wait for each other in a circle: one steps aside, under a name that nobody has.
      parked := parked + 1;
      IF parked > cardinality(p_ids) THEN
        RAISE EXCEPTION 'A document cannot be put back: its name is taken';
      END IF;
      PERFORM set_config('app.operation', '', true);
      UPDATE stela.documents SET custom_id = gen_random_uuid()::text, version = version + 1, updated_at = clock_timestamp()
      WHERE org_id = stela.current_org() AND id = waiting;
      PERFORM set_config('app.operation', 'restore', true);
    END IF;
    moved := counted;
  END LOOP;
  INSERT INTO stela.documents (
    org_id, id, container_tag, custom_id, version, content, metadata, tags, category, key, importance, status, source,
    confidence, occurred_at, superseded_by, is_pinned, expires_at, created_at, updated_at, last_accessed_at
  )
  SELECT r.org_id, r.document_id, r.container_tag, plan.name, history.last_version + 1, coalesce(p_redacted ->> 'content', r.content),
    coalesce(p_redacted -> 'metadata', r.metadata),
    CASE WHEN p_redacted ? 'tags' THEN stela.text_array(p_redacted -> 'tags') ELSE r.tags END,
    r.fields ->> 'category', r.fields ->> 'key', (r.fields ->> 'importance')::smallint, r.fields ->> 'status',
    coalesce(p_redacted ->> 'source', r.fields ->> 'source'), (r.fields ->> 'confidence')::double precision,
    (r.fields ->> 'occurredAt')::timestamptz, (r.fields ->> 'supersededBy')::uuid, (r.fields ->> 'pinned')::boolean, stela.expiry_to_come(r.fields),
    history.first_at, clock_timestamp(), clock_timestamp()
  FROM unnest(p_ids, p_versions, p_names) AS plan (id, version, name)
  CROSS JOIN LATERAL (
    SELECT * FROM stela.revisions WHERE org_id = stela.current_org() AND document_id = plan.id AND version = plan.version LIMIT 1
  ) AS r
  CROSS JOIN LATERAL (
    SELECT max(version) AS last_version, min(at) AS first_at FROM stela.revisions
    WHERE org_id = stela.current_org() AND document_id = plan.id
  ) AS history
  WHERE NOT EXISTS (SELECT FROM stela.documents AS d WHERE d.org_id = stela.current_org() AND d.id = plan.id)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS counted = ROW_COUNT;
  PERFORM set_config('app.operation', '', true), stela.write_many(false);
  RETURN changed + counted;
END
$$;

-- The directory that a memory file is in; null for other names.
CREATE OR REPLACE FUNCTION stela.directory_of(p_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN starts_with(p_name, '/memories/') THEN regexp_replace(p_name, '/[^/]*$', '') END;

-- Each directory with itself and those above it, /memories left out: once for all files of one directory.
CREATE OR REPLACE FUNCTION stela.places_above(p_directories text[]) RETURNS TABLE (directory text, place text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT directory, unnest(stela.directories_above(directory || '/')) FROM unnest(p_directories) AS directory
  WHERE directory <> '/memories'
$$;

-- Which of the documents that are about to be put back would stand where something else does, or where a directory is, or beneath a
-- file. `p_names` holds the name of each by the end, null for none; a later one in the list goes before an earlier one, and one that
-- stays where it is before both. Null when there is none.
CREATE OR REPLACE FUNCTION stela.clashes(p_container_tag text, p_ids uuid[], p_names text[]) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan SET work_mem = '64MB' AS $$
DECLARE
  losers uuid[];
BEGIN
  WITH plan AS MATERIALIZED (
    SELECT plan.id, plan.name FROM unnest(p_ids, p_names) AS plan (id, name)
  ), moving AS MATERIALIZED (
    SELECT plan.id, plan.name, stela.directory_of(plan.name) AS directory
    FROM plan LEFT JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = plan.id
    WHERE plan.name IS NOT NULL AND d.custom_id IS DISTINCT FROM plan.name
  ), wanted AS MATERIALIZED (
    SELECT id, name AS place FROM moving
    UNION ALL
    SELECT moving.id, above.place FROM stela.places_above(ARRAY(SELECT DISTINCT directory FROM moving)) AS above
    JOIN moving ON moving.directory = above.directory
  )
  SELECT array_agg(DISTINCT id) INTO losers FROM (
    SELECT wanted.id FROM wanted JOIN stela.documents AS d
      ON d.org_id = stela.current_org() AND d.container_tag = p_container_tag AND d.custom_id = wanted.place
    WHERE d.id NOT IN (SELECT id FROM plan)
    UNION ALL
    SELECT moving.id FROM moving WHERE starts_with(name, '/memories/') AND EXISTS (
      SELECT FROM stela.documents AS d
      WHERE d.org_id = stela.current_org() AND d.container_tag = p_container_tag
        AND d.custom_id >= moving.name || '/' AND d.custom_id < moving.name || '0' AND d.id NOT IN (SELECT id FROM plan)
    )
  ) AS refused;
  IF losers IS NOT NULL THEN
    RETURN losers;
  END IF;
  WITH plan AS MATERIALIZED (
    SELECT plan.id, plan.name, stela.directory_of(plan.name) AS directory, plan.place AS rank,
      d.custom_id IS NOT DISTINCT FROM plan.name AS stays
    FROM unnest(p_ids, p_names) WITH ORDINALITY AS plan (id, name, place)
    LEFT JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = plan.id
    WHERE plan.name IS NOT NULL
  ), pairs AS (
    SELECT one.id, one.rank, one.stays, other.id AS other_id, other.rank AS other_rank, other.stays AS other_stays
    FROM plan AS one JOIN plan AS other ON other.name = one.name
    UNION ALL
    SELECT one.id, one.rank, one.stays, other.id, other.rank, other.stays
    FROM stela.places_above(ARRAY(SELECT DISTINCT directory FROM plan)) AS above
    JOIN plan AS other ON other.name = above.place JOIN plan AS one ON one.directory = above.directory
  )
  SELECT array_agg(DISTINCT CASE WHEN stays THEN other_id WHEN other_stays THEN id WHEN rank < other_rank THEN id ELSE other_id END)
  INTO losers FROM pairs WHERE id <> other_id AND NOT (stays AND other_stays);
  RETURN losers;
END
$$;
