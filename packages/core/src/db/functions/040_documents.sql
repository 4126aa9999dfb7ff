CREATE OR REPLACE FUNCTION stela.rfc3339(p_at timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Whether an answer says that it was done, without reading the whole of it.
CREATE OR REPLACE FUNCTION stela.is_done(p_answer json) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN starts_with(p_answer::text, '{"outcome" : "done"');

-- A document as the API answers it; members that are empty are null.
CREATE OR REPLACE FUNCTION stela.document_json(d stela.documents, p_with_content boolean DEFAULT true) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN json_build_object(
  'id', d.id, 'containerTag', d.container_tag, 'customId', d.custom_id, 'version', d.version,
  'content', CASE WHEN p_with_content THEN d.content END, 'metadata', d.metadata, 'tags', d.tags,
  'category', d.category, 'key', d.key, 'importance', d.importance, 'status', d.status, 'source', d.source,
  'confidence', d.confidence, 'occurredAt', stela.rfc3339(d.occurred_at), 'supersededBy', d.superseded_by,
  'pinned', d.is_pinned, 'bytes', d.bytes, 'lines', d.lines,
  'createdAt', stela.rfc3339(d.created_at), 'updatedAt', stela.rfc3339(d.updated_at),
  'lastAccessedAt', stela.rfc3339(d.last_accessed_at), 'expiresAt', stela.rfc3339(d.expires_at)
);

-- Finds and locks a document by customId, or by id where one is given: then the container may be null. All null: there is none.
CREATE OR REPLACE FUNCTION stela.lock_state(
  p_container_tag text, p_custom_id text, p_id uuid,
  OUT id uuid, OUT container_tag text, OUT custom_id text, OUT version integer, OUT content text, OUT bytes integer
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  tag text := p_container_tag;
  is_held boolean;
BEGIN
  IF p_id IS NULL THEN
    is_held := stela.lock_container(tag, false) IS NOT NULL;
    SELECT d.id, d.container_tag, d.custom_id, d.version, d.content, d.bytes
    INTO id, container_tag, custom_id, version, content, bytes
    FROM stela.documents AS d
    WHERE d.org_id = stela.current_org() AND d.container_tag = tag AND d.custom_id = p_custom_id FOR UPDATE;
    RETURN;
  END IF;
  SELECT d.container_tag INTO tag FROM stela.documents AS d
  WHERE d.org_id = stela.current_org() AND d.id = p_id AND stela.may_access(d.container_tag);
  IF FOUND THEN
    is_held := stela.lock_container(tag, false) IS NOT NULL;
    SELECT d.id, d.container_tag, d.custom_id, d.version, d.content, d.bytes
    INTO id, container_tag, custom_id, version, content, bytes
    FROM stela.documents AS d WHERE d.org_id = stela.current_org() AND d.id = p_id FOR UPDATE;
  END IF;
END
$$;
DROP FUNCTION IF EXISTS stela.lock_document;

-- Null, or the refusal of a write whose document is not at one of the versions asked for.
CREATE OR REPLACE FUNCTION stela.version_refusal(p_if_match integer[], p_version integer) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN p_if_match IS NOT NULL AND NOT p_version = ANY (p_if_match) THEN
  json_build_object('outcome', 'version_mismatch', 'currentVersion', p_version)
END;

-- The limits of the authenticated organization. The app's role reads nothing else of the table of tenants.
CREATE OR REPLACE FUNCTION stela.organization_limits(OUT max_documents bigint, OUT max_bytes bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT o.max_documents, o.max_bytes INTO max_documents, max_bytes FROM stela.organizations AS o
  WHERE o.id = stela.current_org();
END
$$;

-- Null, or the refusal of a change that the limits of the container or of the organization do not allow. Counted before the change:
-- writes in flight beside this one are not seen, so a limit can be overshot by them and no more.
CREATE OR REPLACE FUNCTION stela.quota_refusal(p_container_tag text, p_documents bigint, p_bytes bigint) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  limits record;
  held record;
BEGIN
  IF p_documents <= 0 AND p_bytes <= 0 THEN
    RETURN NULL;
  END IF;
  SELECT max_documents, max_bytes INTO limits FROM stela.containers
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
  IF limits.max_documents IS NOT NULL OR limits.max_bytes IS NOT NULL THEN
    SELECT coalesce(sum(documents), 0) AS documents, coalesce(sum(bytes), 0) AS bytes INTO held FROM stela.container_counters
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
    IF p_documents > 0 AND held.documents + p_documents > limits.max_documents THEN
      RETURN json_build_object('outcome', 'quota_exceeded', 'quota', 'maxDocuments', 'of', 'container', 'limit', limits.max_documents);
    ELSIF p_bytes > 0 AND held.bytes + p_bytes > limits.max_bytes THEN
      RETURN json_build_object('outcome', 'quota_exceeded', 'quota', 'maxBytes', 'of', 'container', 'limit', limits.max_bytes);
    END IF;
  END IF;
  limits := stela.organization_limits();
  IF limits.max_documents IS NOT NULL OR limits.max_bytes IS NOT NULL THEN
    SELECT coalesce(sum(documents), 0) AS documents, coalesce(sum(bytes), 0) AS bytes INTO held FROM stela.organization_counters
    WHERE org_id = stela.current_org();
    IF p_documents > 0 AND held.documents + p_documents > limits.max_documents THEN
      RETURN json_build_object('outcome', 'quota_exceeded', 'quota', 'maxDocuments', 'of', 'organization', 'limit', limits.max_documents);
    ELSIF p_bytes > 0 AND held.bytes + p_bytes > limits.max_bytes THEN
      RETURN json_build_object('outcome', 'quota_exceeded', 'quota', 'maxBytes', 'of', 'organization', 'limit', limits.max_bytes);
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- Null, or why no memory file can stand at a path: it is a directory, or a file is above it. Other customIds are not a tree.
-- Takes the path's locks first, so the answer holds until the transaction ends.
CREATE OR REPLACE FUNCTION stela.place_refusal(p_container_tag text, p_custom_id text) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  above text[];
  is_held boolean;
  beneath text;
  file text;
BEGIN
  IF NOT starts_with(p_custom_id, '/memories/') THEN
    RETURN NULL;
  END IF;
  above := stela.directories_above(p_custom_id);
  is_held := stela.lock_path(p_container_tag, p_custom_id, above) IS NOT NULL;
  SELECT (
    SELECT custom_id FROM stela.documents
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag
      AND custom_id >= p_custom_id || '/' AND custom_id < p_custom_id || '0'
    ORDER BY custom_id LIMIT 1
  ), (
    SELECT custom_id FROM stela.documents
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND custom_id = ANY (above)
    ORDER BY custom_id LIMIT 1
  ) INTO beneath, file;
  IF beneath IS NOT NULL THEN
    RETURN json_build_object('outcome', 'exists');
  ELSIF file IS NOT NULL THEN
    RETURN json_build_object('outcome', 'beneath_file', 'file', file);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION stela.has_beneath(p_container_tag text, p_path text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- In the order of the one index that makes it a single probe: without it the planner may walk the container along another.
  RETURN (
    SELECT custom_id FROM stela.documents
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag
      AND custom_id >= p_path || '/' AND custom_id < p_path || '0'
    ORDER BY custom_id LIMIT 1
  ) IS NOT NULL;
END
$$;

CREATE OR REPLACE FUNCTION stela.file_above(p_container_tag text, p_path text) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  above text[] := stela.directories_above(p_path);
BEGIN
  RETURN (
    SELECT custom_id FROM stela.documents
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag
      AND custom_id = ANY (above)
    ORDER BY custom_id LIMIT 1
  );
END
$$;
