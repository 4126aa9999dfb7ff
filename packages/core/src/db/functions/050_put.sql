CREATE OR REPLACE FUNCTION stela.text_array(p_value jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT jsonb_array_elements_text(p_value));

-- Makes the container's row if it is the first write there.
CREATE OR REPLACE FUNCTION stela.ensure_container(p_container_tag text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stela.containers WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
  IF NOT FOUND THEN
    INSERT INTO stela.containers (org_id, container_tag) VALUES (stela.current_org(), p_container_tag) ON CONFLICT DO NOTHING;
  END IF;
END
$$;

-- Writes a new document and answers with it. Null when another transaction has just made one of that name.
CREATE OR REPLACE FUNCTION stela.make_document(
  p_container_tag text, p_custom_id text, p_id uuid, p_content text, p_fields jsonb
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  is_held boolean := stela.ensure_container(p_container_tag) IS NOT NULL;
  made json;
BEGIN
  INSERT INTO stela.documents AS inserted (
    org_id, id, container_tag, custom_id, version, content, metadata, tags, category, key, importance, status, source,
    confidence, occurred_at, superseded_by, is_pinned, expires_at, created_at, updated_at, last_accessed_at
  ) VALUES (
    stela.current_org(), p_id, p_container_tag, p_custom_id, 1, p_content,
    coalesce(p_fields -> 'metadata', '{}'),
    CASE WHEN p_fields ? 'tags' THEN stela.text_array(p_fields -> 'tags') ELSE '{}' END,
    p_fields ->> 'category', p_fields ->> 'key', (p_fields ->> 'importance')::smallint,
    coalesce(p_fields ->> 'status', 'active'), p_fields ->> 'source',
    (p_fields ->> 'confidence')::double precision, (p_fields ->> 'occurredAt')::timestamptz, (p_fields ->> 'supersededBy')::uuid,
    coalesce((p_fields ->> 'pinned')::boolean, false), (p_fields ->> 'expiresAt')::timestamptz,
    clock_timestamp(), clock_timestamp(), clock_timestamp()
  )
  ON CONFLICT (org_id, container_tag, custom_id) DO NOTHING
  RETURNING stela.document_json(inserted) INTO made;
  RETURN made;
END
$$;
DROP FUNCTION IF EXISTS stela.insert_document;

-- Makes a text the next version of a document, and answers with it.
CREATE OR REPLACE FUNCTION stela.change_content(p_id uuid, p_content text) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  changed json;
BEGIN
  UPDATE stela.documents AS old SET content = p_content, version = old.version + 1, updated_at = clock_timestamp()
  WHERE org_id = stela.current_org() AND id = p_id
  RETURNING stela.document_json(old) INTO changed;
  RETURN changed;
END
$$;

-- Changes the fields that were sent and nothing else, and answers with the document. `p_content` is null when the text stays.
CREATE OR REPLACE FUNCTION stela.change_document(p_id uuid, p_content text, p_fields jsonb) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  changed json;
BEGIN
  IF p_content IS NOT NULL AND (p_fields IS NULL OR p_fields = '{}') THEN
    RETURN stela.change_content(p_id, p_content);
  END IF;
  UPDATE stela.documents AS old SET
    content = coalesce(p_content, old.content),
    metadata = CASE WHEN p_fields ? 'metadata' THEN p_fields -> 'metadata' ELSE old.metadata END,
    tags = CASE WHEN p_fields ? 'tags' THEN stela.text_array(p_fields -> 'tags') ELSE old.tags END,
    category = CASE WHEN p_fields ? 'category' THEN p_fields ->> 'category' ELSE old.category END,
    key = CASE WHEN p_fields ? 'key' THEN p_fields ->> 'key' ELSE old.key END,
    importance = CASE WHEN p_fields ? 'importance' THEN (p_fields ->> 'importance')::smallint ELSE old.importance END,
    status = coalesce(p_fields ->> 'status', old.status),
    source = CASE WHEN p_fields ? 'source' THEN p_fields ->> 'source' ELSE old.source END,
    confidence = CASE WHEN p_fields ? 'confidence' THEN (p_fields ->> 'confidence')::double precision ELSE old.confidence END,
    occurred_at = CASE WHEN p_fields ? 'occurredAt' THEN (p_fields ->> 'occurredAt')::timestamptz ELSE old.occurred_at END,
    -- What is active again has no successor.
    superseded_by = CASE WHEN p_fields ? 'supersededBy' THEN (p_fields ->> 'supersededBy')::uuid
      WHEN p_fields ->> 'status' = 'active' THEN NULL ELSE old.superseded_by END,
    is_pinned = coalesce((p_fields ->> 'pinned')::boolean, old.is_pinned),
    expires_at = CASE WHEN p_fields ? 'expiresAt' THEN (p_fields ->> 'expiresAt')::timestamptz ELSE old.expires_at END,
    version = old.version + 1,
    updated_at = clock_timestamp()
  WHERE org_id = stela.current_org() AND id = p_id
  RETURNING stela.document_json(old) INTO changed;
  RETURN changed;
END
$$;
DROP FUNCTION IF EXISTS stela.update_document;

-- Upserts by customId, or changes an existing document only (`p_may_create` false), found by customId or by `p_id`.
-- Outcomes: done {isCreated, document}, missing, version_mismatch, must_be_absent, content_required, exists, beneath_file,
-- quota_exceeded.
CREATE OR REPLACE FUNCTION stela.put_document(
  p_container_tag text, p_custom_id text, p_id uuid, p_new_id uuid, p_content text, p_fields jsonb,
  p_may_create boolean, p_if_match integer[], p_must_exist boolean, p_must_be_absent boolean
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  d record;
  refusal json;
  document json;
BEGIN
  LOOP
    d := stela.lock_state(p_container_tag, p_custom_id, p_id);
    IF d.id IS NOT NULL THEN
      IF p_must_be_absent THEN
        RETURN json_build_object('outcome', 'must_be_absent', 'currentVersion', d.version);
      END IF;
      refusal := coalesce(
        stela.version_refusal(p_if_match, d.version),
        stela.quota_refusal(d.container_tag, 0, octet_length(p_content) - d.bytes)
      );
      IF refusal IS NOT NULL THEN
        RETURN refusal;
      END IF;
      RETURN json_build_object('outcome', 'done', 'isCreated', false, 'document', stela.change_document(d.id, p_content, p_fields));
    END IF;
    IF NOT p_may_create THEN
      RETURN json_build_object('outcome', 'missing');
    END IF;
    IF p_if_match IS NOT NULL OR p_must_exist THEN
      RETURN json_build_object('outcome', 'version_mismatch', 'currentVersion', NULL);
    END IF;
    IF p_content IS NULL THEN
      RETURN json_build_object('outcome', 'content_required');
    END IF;
    refusal := coalesce(
      stela.place_refusal(p_container_tag, p_custom_id), stela.quota_refusal(p_container_tag, 1, octet_length(p_content))
    );
    IF refusal IS NOT NULL THEN
      RETURN refusal;
    END IF;
    document := stela.make_document(p_container_tag, p_custom_id, p_new_id, p_content, p_fields);
    IF document IS NOT NULL THEN
      RETURN json_build_object('outcome', 'done', 'isCreated', true, 'document', document);
    END IF;
    -- Another transaction has made it meanwhile and committed: look again.
  END LOOP;
END
$$;
