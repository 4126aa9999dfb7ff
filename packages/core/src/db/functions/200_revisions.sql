-- A revision as the API answers it; members that are empty are null.
CREATE OR REPLACE FUNCTION stela.revision_json(r stela.revisions, p_with_content boolean) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN json_build_object(
  'documentId', r.document_id, 'containerTag', r.container_tag, 'customId', r.custom_id, 'version', r.version,
  'operation', r.operation, 'content', CASE WHEN p_with_content THEN r.content END, 'bytes', octet_length(r.content),
  'metadata', r.metadata, 'tags', r.tags, 'category', r.fields ->> 'category', 'key', r.fields ->> 'key',
  'importance', (r.fields ->> 'importance')::smallint, 'status', r.fields ->> 'status', 'source', r.fields ->> 'source',
  'confidence', (r.fields ->> 'confidence')::double precision,
  'occurredAt', stela.rfc3339((r.fields ->> 'occurredAt')::timestamptz), 'supersededBy', r.fields ->> 'supersededBy',
  'pinned', (r.fields ->> 'pinned')::boolean, 'expiresAt', stela.rfc3339((r.fields ->> 'expiresAt')::timestamptz),
  'actor', r.actor, 'approvedBy', r.approved_by, 'session', r.session, 'model', r.model, 'request', r.request,
  'at', stela.rfc3339(r.at)
);

-- The document whose history is meant, whether it is there or deleted: by id, or by name. A name means the document that has it, else
-- the one that had it last when it was deleted. Null when no revision is kept of any.
CREATE OR REPLACE FUNCTION stela.history_id(p_container_tag text, p_custom_id text, p_id uuid) RETURNS uuid
LANGUAGE plpgsql STABLE AS $$
DECLARE
  found_id uuid;
BEGIN
  IF p_id IS NOT NULL THEN
    SELECT document_id INTO found_id FROM stela.revisions
    WHERE org_id = stela.current_org() AND document_id = p_id
      AND CASE WHEN p_container_tag IS NULL THEN stela.may_access(container_tag) ELSE container_tag = p_container_tag END
    LIMIT 1;
    RETURN found_id;
  END IF;
  SELECT id INTO found_id FROM stela.documents
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND custom_id = p_custom_id;
  IF FOUND THEN
    RETURN found_id;
  END IF;
  SELECT gone.document_id INTO found_id FROM stela.revisions AS gone
  WHERE gone.org_id = stela.current_org() AND gone.container_tag = p_container_tag AND gone.custom_id = p_custom_id
    AND gone.operation = 'delete' AND NOT EXISTS (
      SELECT FROM stela.revisions AS later
      WHERE later.org_id = gone.org_id AND later.document_id = gone.document_id AND later.version > gone.version
    )
  ORDER BY gone.at DESC, gone.document_id DESC LIMIT 1;
  RETURN found_id;
END
$$;

-- A page of a document's history, the newest first. `p_before` is the version that the page before ended with.
-- Outcomes: done {documentId, revisions, more}, missing.
CREATE OR REPLACE FUNCTION stela.list_revisions(
  p_container_tag text, p_custom_id text, p_id uuid, p_before integer, p_limit integer, p_with_content boolean, p_page_bytes integer
) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  history uuid := stela.history_id(p_container_tag, p_custom_id, p_id);
  revisions json;
  has_more boolean;
BEGIN
  IF history IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;
  WITH page AS MATERIALIZED (
    SELECT version, row_number() OVER (ORDER BY version DESC) AS place,
      coalesce(sum(octet_length(content)) OVER (ORDER BY version DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
    FROM stela.revisions
    WHERE org_id = stela.current_org() AND document_id = history AND (p_before IS NULL OR version < p_before)
    ORDER BY version DESC LIMIT p_limit + 1
  ), shown AS (
    SELECT version FROM page WHERE place <= p_limit AND (NOT p_with_content OR bytes_before < p_page_bytes)
  )
  SELECT coalesce(json_agg(stela.revision_json(r, p_with_content) ORDER BY r.version DESC), '[]'),
    (SELECT count(*) FROM page) > (SELECT count(*) FROM shown)
  INTO revisions, has_more
  FROM stela.revisions AS r JOIN shown ON shown.version = r.version
  WHERE r.org_id = stela.current_org() AND r.document_id = history;
  RETURN json_build_object('outcome', 'done', 'documentId', history, 'revisions', revisions, 'more', has_more);
END
$$;

-- The refusal of a version that is not kept. One that is below the newest was written once.
CREATE OR REPLACE FUNCTION stela.no_such_version(p_history uuid, p_version integer) RETURNS json
LANGUAGE sql STABLE
RETURN (
  SELECT json_build_object('outcome', 'no_such_version', 'version', p_version, 'wasKept', p_version < max(version))
  FROM stela.revisions WHERE org_id = stela.current_org() AND document_id = p_history
);

-- One past state, whole. Outcomes: done {revision}, missing, no_such_version.
CREATE OR REPLACE FUNCTION stela.get_revision(p_container_tag text, p_custom_id text, p_id uuid, p_version integer) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  history uuid := stela.history_id(p_container_tag, p_custom_id, p_id);
  r stela.revisions;
BEGIN
  IF history IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;
  SELECT * INTO r FROM stela.revisions
  WHERE org_id = stela.current_org() AND document_id = history AND version = p_version;
  IF NOT FOUND THEN
    RETURN stela.no_such_version(history, p_version);
  END IF;
  RETURN json_build_object('outcome', 'done', 'revision', stela.revision_json(r, true));
END
$$;

-- The texts of two versions. Without `p_to` the newest; without `p_from` the one kept before that. Version 0 is before the document
-- was made, and a deleted document has no text. Outcomes: done {documentId, from, to}, missing, no_such_version.
CREATE OR REPLACE FUNCTION stela.get_texts(p_container_tag text, p_custom_id text, p_id uuid, p_from integer, p_to integer) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  history uuid := stela.history_id(p_container_tag, p_custom_id, p_id);
  from_version integer := p_from;
  to_version integer := p_to;
  from_text text := '';
  to_text text := '';
BEGIN
  IF history IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;
  IF to_version IS NULL THEN
    SELECT max(version) INTO to_version FROM stela.revisions WHERE org_id = stela.current_org() AND document_id = history;
  END IF;
  IF from_version IS NULL THEN
    SELECT coalesce(max(version), 0) INTO from_version FROM stela.revisions
    WHERE org_id = stela.current_org() AND document_id = history AND version < to_version;
  END IF;
  IF to_version > 0 THEN
    SELECT coalesce(content, '') INTO to_text FROM stela.revisions
    WHERE org_id = stela.current_org() AND document_id = history AND version = to_version;
    IF NOT FOUND THEN
      RETURN stela.no_such_version(history, to_version);
    END IF;
  END IF;
  IF from_version > 0 THEN
    SELECT coalesce(content, '') INTO from_text FROM stela.revisions
    WHERE org_id = stela.current_org() AND document_id = history AND version = from_version;
    IF NOT FOUND THEN
      RETURN stela.no_such_version(history, from_version);
    END IF;
  END IF;
  RETURN json_build_object('outcome', 'done', 'documentId', history,
    'from', json_build_object('version', from_version, 'content', from_text),
    'to', json_build_object('version', to_version, 'content', to_text));
END
$$;
