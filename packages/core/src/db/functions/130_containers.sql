CREATE OR REPLACE FUNCTION stela.container_json(c stela.containers) RETURNS json
LANGUAGE sql STABLE
RETURN (
  SELECT json_build_object(
    'containerTag', c.container_tag, 'documents', coalesce(sum(held.documents), 0), 'bytes', coalesce(sum(held.bytes), 0),
    'secretPolicy', c.secret_policy,
    'secretRules', (
      SELECT coalesce(json_agg(rule - 'words' ORDER BY place), '[]')
      FROM jsonb_array_elements(c.secret_rules) WITH ORDINALITY AS own (rule, place)
    ),
    'internalHostRules', c.has_internal_host_rules, 'disabledRules', c.disabled_rules, 'onExisting', c.on_existing, 'revisionRetentionDays', c.revision_retention_days,
    'maxDocuments', c.max_documents, 'maxBytes', c.max_bytes, 'factRules', c.fact_rules,
    'createdAt', stela.rfc3339(c.created_at), 'updatedAt', stela.rfc3339(c.updated_at)
  )
  FROM stela.container_counters AS held WHERE held.org_id = c.org_id AND held.container_tag = c.container_tag
);

-- What text has to hold to be screened by a container's own rules. A rule whose matches have nothing in common needs the empty text.
CREATE OR REPLACE FUNCTION stela.screened_words(p_rules jsonb, p_more text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN nullif(p_more || ARRAY(
  SELECT DISTINCT coalesce(word, '')
  FROM jsonb_array_elements(p_rules) AS rule
    LEFT JOIN LATERAL jsonb_array_elements_text(nullif(rule -> 'words', 'null')) AS word ON true
), '{}');

-- Changes the settings that were sent, making the container if there is none yet, so that a policy can come before the first write.
-- `p_settings` has with each rule its `words`: null, or the texts one of which stands in all that it matches. `p_internal_words` are those
-- of the rules for internal hosts.
DROP FUNCTION IF EXISTS stela.change_settings(text, jsonb);
CREATE OR REPLACE FUNCTION stela.change_settings(p_container_tag text, p_settings jsonb, p_internal_words text[]) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  c stela.containers;
BEGIN
  INSERT INTO stela.containers (org_id, container_tag) VALUES (stela.current_org(), p_container_tag) ON CONFLICT DO NOTHING;
  UPDATE stela.containers AS old SET
    secret_policy = coalesce(p_settings ->> 'secretPolicy', old.secret_policy),
    secret_rules = coalesce(p_settings -> 'secretRules', old.secret_rules),
    has_internal_host_rules = coalesce((p_settings ->> 'internalHostRules')::boolean, old.has_internal_host_rules),
    disabled_rules = CASE WHEN p_settings ? 'disabledRules'
      THEN ARRAY(SELECT jsonb_array_elements_text(p_settings -> 'disabledRules')) ELSE old.disabled_rules END,
    screened_words = stela.screened_words(coalesce(p_settings -> 'secretRules', old.secret_rules),
      CASE WHEN coalesce((p_settings ->> 'internalHostRules')::boolean, old.has_internal_host_rules)
        THEN p_internal_words ELSE '{}' END),
    on_existing = coalesce(p_settings ->> 'onExisting', old.on_existing),
    revision_retention_days = CASE WHEN p_settings ? 'revisionRetentionDays'
      THEN (p_settings ->> 'revisionRetentionDays')::integer ELSE old.revision_retention_days END,
    max_documents = CASE WHEN p_settings ? 'maxDocuments'
      THEN (p_settings ->> 'maxDocuments')::bigint ELSE old.max_documents END,
    max_bytes = CASE WHEN p_settings ? 'maxBytes' THEN (p_settings ->> 'maxBytes')::bigint ELSE old.max_bytes END,
    fact_rules = CASE WHEN p_settings ? 'factRules' THEN nullif(p_settings -> 'factRules', 'null') ELSE old.fact_rules END,
    updated_at = clock_timestamp()
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag
  RETURNING * INTO c;
  PERFORM stela.append_audit('container.settings', 'done', p_container_tag, CASE WHEN p_settings ? 'secretRules'
    -- A pattern may be longer than an event should be: the ids say which rules there are.
    THEN p_settings || jsonb_build_object('secretRules', jsonb_path_query_array(p_settings, '$.secretRules[*].id'))
    ELSE p_settings END);
  RETURN json_build_object('outcome', 'done', 'container', stela.container_json(c));
END
$$;
