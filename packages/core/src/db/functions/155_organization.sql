CREATE OR REPLACE FUNCTION stela.organization_json() RETURNS json
LANGUAGE sql STABLE
RETURN (
  SELECT json_build_object(
    'id', o.id, 'name', o.name,
    'documents', (SELECT coalesce(sum(documents), 0) FROM stela.organization_counters WHERE org_id = o.id),
    'bytes', (SELECT coalesce(sum(bytes), 0) FROM stela.organization_counters WHERE org_id = o.id),
    'maxDocuments', o.max_documents, 'maxBytes', o.max_bytes, 'allowedOrigins', to_json(o.allowed_origins),
    'createdAt', stela.rfc3339(o.created_at)
  )
  FROM stela.organizations AS o WHERE o.id = stela.current_org()
);

-- What is of the whole organization is for those who cover all of it. A pattern covers `*`, which is no tag, only by being it.
CREATE OR REPLACE FUNCTION stela.get_organization() RETURNS json
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM stela.require_scope('admin');
  IF NOT stela.may_access('*') THEN
    RETURN json_build_object('outcome', 'not_covered');
  END IF;
  RETURN json_build_object('outcome', 'done', 'organization', stela.organization_json());
END
$$;

CREATE OR REPLACE FUNCTION stela.change_organization(p_settings jsonb) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM stela.require_scope('admin');
  IF NOT stela.may_access('*') THEN
    RETURN json_build_object('outcome', 'not_covered');
  END IF;
  UPDATE stela.organizations AS old SET
    max_documents = CASE WHEN p_settings ? 'maxDocuments'
      THEN (p_settings ->> 'maxDocuments')::bigint ELSE old.max_documents END,
    max_bytes = CASE WHEN p_settings ? 'maxBytes' THEN (p_settings ->> 'maxBytes')::bigint ELSE old.max_bytes END,
    allowed_origins = CASE WHEN p_settings ? 'allowedOrigins'
      THEN stela.text_array(p_settings -> 'allowedOrigins') ELSE old.allowed_origins END
  WHERE id = stela.current_org();
  PERFORM stela.append_audit('organization.settings', 'done', NULL, p_settings);
  RETURN json_build_object('outcome', 'done', 'organization', stela.organization_json());
END
$$;
