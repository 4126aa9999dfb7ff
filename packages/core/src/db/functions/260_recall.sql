-- The active documents that match a query, with how well as a share of the best: from 0 to 1. All that recall knows of search.
CREATE OR REPLACE FUNCTION stela.relevant_documents(p_container_tag text, p_query text, p_categories jsonb, p_limit integer)
RETURNS TABLE (id uuid, relevance double precision, first_character integer)
LANGUAGE sql ROWS 50 AS $$
  SELECT d.id, CASE WHEN max(hit.score) OVER () > 0 THEN hit.score / max(hit.score) OVER () ELSE 1 END, hit.first_character
  FROM stela.search_matches(ARRAY[p_container_tag], p_query, p_limit, 'hybrid',
    jsonb_build_object('statuses', '["active"]'::jsonb)
    || CASE WHEN p_categories IS NULL THEN '{}' ELSE jsonb_build_object('categories', p_categories) END, NULL) AS hit
  JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = hit.document_id
  WHERE d.status = 'active' AND (d.expires_at IS NULL OR d.expires_at > now())
    AND (p_categories IS NULL OR coalesce(p_categories ? d.category, false))
$$;

-- What may be recalled: active preferences and what is known of the user, whatever is asked, and what matches the query; at most
-- `p_limit` of each. Of a long text the beginning of the passage that matches best.
CREATE OR REPLACE FUNCTION stela.recall_candidates(p_container_tag text, p_query text, p_categories jsonb, p_limit integer) RETURNS json
LANGUAGE sql AS $$
  WITH found AS MATERIALIZED (
    SELECT * FROM stela.relevant_documents(p_container_tag, p_query, p_categories, p_limit * 2) WHERE btrim(p_query) <> ''
  ), always AS (
    SELECT d.id FROM stela.documents AS d
    WHERE d.org_id = stela.current_org() AND d.listing_tag = p_container_tag AND d.key IS NOT NULL
      AND d.category IN ('preference', 'user_info') AND (p_categories IS NULL OR p_categories ? d.category)
      AND d.status = 'active' AND (d.expires_at IS NULL OR d.expires_at > now())
    ORDER BY d.importance DESC NULLS LAST, d.last_accessed_at DESC, d.id LIMIT p_limit
  )
  SELECT json_build_object(
    'rules', (SELECT fact_rules FROM stela.containers WHERE org_id = stela.current_org() AND container_tag = p_container_tag),
    'candidates', coalesce(json_agg(json_build_object(
      'id', d.id, 'customId', d.custom_id, 'version', d.version, 'category', d.category, 'key', d.key, 'importance', d.importance,
      'confidence', d.confidence, 'date', stela.rfc3339(coalesce(d.occurred_at, d.updated_at)),
      'daysSinceAccess', greatest(extract(epoch FROM now() - d.last_accessed_at) / 86400, 0),
      'relevance', coalesce(relevance, 0), 'isAlways', is_always,
      'content', substr(d.content, coalesce(first_character, 0) + 1, 1000),
      'isPassage', coalesce(first_character, 0) > 0 OR length(d.content) > 1000
    )), '[]')
  )
  FROM (
    SELECT coalesce(always.id, found.id) AS chosen_id, always.id IS NOT NULL AS is_always, found.relevance, found.first_character
    FROM always FULL JOIN found ON found.id = always.id
  ) AS chosen
  JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = chosen_id
$$;

-- Notes that documents were recalled: the time of their last access, which is no change, and one recall more for the container's day.
-- A document that somebody is just writing is left out; nobody waits.
CREATE OR REPLACE FUNCTION stela.note_recall(p_container_tag text, p_ids uuid[]) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM stela.require_scope('documents:read');
  UPDATE stela.documents SET last_accessed_at = clock_timestamp()
  WHERE org_id = stela.current_org() AND id IN (
    SELECT id FROM stela.documents
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND id = ANY (p_ids) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  );
  INSERT INTO stela.recall_counters AS counter (org_id, container_tag, day, key, recalls)
  SELECT stela.current_org(), p_container_tag, (now() AT TIME ZONE 'UTC')::date, 'key:' || current_setting('app.key_id'), 1
  -- A container that is not there has no recalls, and none comes to be by asking.
  WHERE EXISTS (SELECT FROM stela.containers WHERE org_id = stela.current_org() AND container_tag = p_container_tag)
  ON CONFLICT (org_id, container_tag, day, key) DO UPDATE SET recalls = counter.recalls + 1;
  RETURN json_build_object('outcome', 'done');
END
$$;
