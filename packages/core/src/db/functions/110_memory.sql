-- The memory tool's commands, one statement each. Outcomes are those of packages/core/src/memory/outcome.ts, where they are worded.

-- Stable, so that all of its queries see the one snapshot of the statement: a rename is seen whole or not at all.
CREATE OR REPLACE FUNCTION stela.memory_view(p_container_tag text, p_path text, p_first integer, p_last integer, p_page integer)
RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  file record;
  counted integer;
  entries json;
BEGIN
  SELECT content, version INTO file FROM stela.documents
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND custom_id = p_path;
  IF FOUND THEN
    RETURN json_build_object('outcome', 'file', 'content', file.content, 'version', file.version);
  END IF;
  IF p_path <> '/memories' AND NOT stela.has_beneath(p_container_tag, p_path) THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;
  SELECT count(*), coalesce(
    json_agg(
      json_build_object('place', place, 'path', translate(tree_key, E'\x01', '/'), 'bytes', bytes) ORDER BY place
    ) FILTER (WHERE place <= p_page OR place BETWEEN p_first AND p_last), '[]')
  INTO counted, entries
  FROM stela.tree_entries(
    p_container_tag, translate(p_path, '/', E'\x01'), 2, NULL, false, true, greatest(p_page, p_last) + 1);
  RETURN json_build_object('outcome', 'directory', 'entries', entries, 'counted', counted);
END
$$;

CREATE OR REPLACE FUNCTION stela.memory_create(
  p_container_tag text, p_path text, p_new_id uuid, p_content text, p_on_existing text
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  d stela.documents;
  on_existing text := p_on_existing;
  answer json;
BEGIN
  IF on_existing IS NULL THEN
    SELECT containers.on_existing INTO on_existing FROM stela.containers
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
  END IF;
  d := stela.lock_document(p_container_tag, p_path, NULL);
  IF d.id IS NOT NULL AND on_existing IS DISTINCT FROM 'overwrite' THEN
    RETURN json_build_object('outcome', 'exists');
  END IF;
  answer := CASE WHEN d.id IS NULL THEN stela.place_refusal(p_container_tag, p_path) END;
  IF answer IS NOT NULL THEN
    RETURN answer;
  ELSIF p_content IS NULL THEN
    RETURN json_build_object('outcome', 'not_storable');
  END IF;
  answer := stela.put_document(
    p_container_tag, p_path, NULL, p_new_id, p_content, NULL, true, NULL, false, on_existing IS DISTINCT FROM 'overwrite');
  IF answer ->> 'outcome' = 'must_be_absent' THEN
    RETURN json_build_object('outcome', 'exists');
  ELSIF answer ->> 'outcome' <> 'done' THEN
    RETURN answer;
  END IF;
  RETURN json_build_object('outcome', 'done', 'version', answer -> 'document' -> 'version', 'before', NULL);
END
$$;

-- An edit's answer without the document: the tool needs the version, and the text before to word the change.
CREATE OR REPLACE FUNCTION stela.memory_edit_answer(p_answer json) RETURNS json
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_answer ->> 'outcome' = 'done' THEN
  json_build_object('outcome', 'done', 'version', p_answer -> 'document' -> 'version', 'before', p_answer -> 'before',
    'isRedacted', p_answer -> 'isRedacted')
  ELSE p_answer END;
