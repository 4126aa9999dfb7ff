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
  d record;
  on_existing text := p_on_existing;
  is_held boolean;
  refusal json;
BEGIN
  LOOP
    d := stela.lock_state(p_container_tag, p_path, NULL);
    IF d.id IS NOT NULL THEN
      IF on_existing IS NULL THEN
        SELECT containers.on_existing INTO on_existing FROM stela.containers
        WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
      END IF;
      IF on_existing IS DISTINCT FROM 'overwrite' THEN
        RETURN json_build_object('outcome', 'exists');
      END IF;
    ELSE
      refusal := stela.place_refusal(p_container_tag, p_path);
      IF refusal IS NOT NULL THEN
        RETURN refusal;
      END IF;
    END IF;
    IF p_content IS NULL THEN
      RETURN json_build_object('outcome', 'not_storable');
    END IF;
    refusal := stela.quota_refusal(
      p_container_tag, CASE WHEN d.id IS NULL THEN 1 ELSE 0 END, octet_length(p_content) - coalesce(d.bytes, 0));
    IF refusal IS NOT NULL THEN
      RETURN refusal;
    END IF;
    IF d.id IS NOT NULL THEN
      UPDATE stela.documents SET content = p_content, version = version + 1, updated_at = clock_timestamp()
      WHERE org_id = stela.current_org() AND id = d.id;
      RETURN json_build_object('outcome', 'done', 'version', d.version + 1, 'before', NULL);
    END IF;
    is_held := stela.ensure_container(p_container_tag) IS NOT NULL;
    INSERT INTO stela.documents (
      org_id, id, container_tag, custom_id, version, content, created_at, updated_at, last_accessed_at
    ) VALUES (
      stela.current_org(), p_new_id, p_container_tag, p_path, 1, p_content, clock_timestamp(), clock_timestamp(), clock_timestamp()
    ) ON CONFLICT (org_id, container_tag, custom_id) DO NOTHING;
    IF FOUND THEN
      RETURN json_build_object('outcome', 'done', 'version', 1, 'before', NULL);
    END IF;
    -- Another transaction has made it meanwhile and committed: look again.
  END LOOP;
END
$$;
DROP FUNCTION IF EXISTS stela.memory_edit_answer;
