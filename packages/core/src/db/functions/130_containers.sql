CREATE OR REPLACE FUNCTION stela.container_json(c stela.containers) RETURNS json
LANGUAGE sql STABLE
RETURN (
  SELECT json_build_object(
    'containerTag', c.container_tag, 'documents', coalesce(sum(held.documents), 0), 'bytes', coalesce(sum(held.bytes), 0),
    'secretPolicy', c.secret_policy, 'onExisting', c.on_existing, 'revisionRetentionDays', c.revision_retention_days,
    'maxDocuments', c.max_documents, 'maxBytes', c.max_bytes, 'factRules', c.fact_rules,
    'createdAt', stela.rfc3339(c.created_at), 'updatedAt', stela.rfc3339(c.updated_at)
  )
  FROM stela.container_counters AS held WHERE held.org_id = c.org_id AND held.container_tag = c.container_tag
);

-- Changes the settings that were sent, making the container if there is none yet, so that a policy can come before the first write.
CREATE OR REPLACE FUNCTION stela.change_settings(p_container_tag text, p_settings jsonb) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  c stela.containers;
BEGIN
  INSERT INTO stela.containers (org_id, container_tag) VALUES (stela.current_org(), p_container_tag) ON CONFLICT DO NOTHING;
  UPDATE stela.containers AS old SET
    secret_policy = coalesce(p_settings ->> 'secretPolicy', old.secret_policy),
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
  PERFORM stela.append_audit('container.settings', 'done', p_container_tag, p_settings);
  RETURN json_build_object('outcome', 'done', 'container', stela.container_json(c));
END
$$;
