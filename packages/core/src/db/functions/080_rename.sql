-- Moves a document, or all documents beneath a path, to a new place, alone in the container. A dry run only looks.
-- Outcomes: done {renamed, documents: the first 1,000 moves}, exists, missing, inside_itself, beneath_file, path_too_long,
-- outside_memories (a tree of other customIds may not become memory files), version_mismatch.
CREATE OR REPLACE FUNCTION stela.rename_path(
  p_container_tag text, p_from text, p_to text, p_dry_run boolean, p_if_match integer[], p_max_bytes integer
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  is_document boolean;
  current_version integer;
  first_moved text := p_from || '/';
  past_moved text := p_from || '0';
  longest integer;
  above text;
  refusal json;
  renamed integer;
  moves json;
BEGIN
  IF NOT p_dry_run THEN
    PERFORM stela.lock_container(p_container_tag, true);
  END IF;
  IF stela.has_beneath(p_container_tag, p_to) OR EXISTS (
    SELECT FROM stela.documents
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND custom_id = p_to
  ) THEN
    RETURN json_build_object('outcome', 'exists');
  END IF;
  SELECT version INTO current_version FROM stela.documents
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND custom_id = p_from;
  is_document := FOUND;
  IF NOT is_document AND NOT stela.has_beneath(p_container_tag, p_from) THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;
  IF starts_with(p_to, p_from || '/') THEN
    RETURN json_build_object('outcome', 'inside_itself');
  END IF;
  IF starts_with(p_to, '/memories/') THEN
    above := stela.file_above(p_container_tag, p_to);
    IF above IS NOT NULL THEN
      RETURN json_build_object('outcome', 'beneath_file', 'file', above);
    ELSIF NOT is_document AND NOT starts_with(p_from, '/memories/') THEN
      RETURN json_build_object('outcome', 'outside_memories');
    END IF;
  END IF;
  IF is_document THEN
    refusal := stela.version_refusal(p_if_match, current_version);
    IF refusal IS NOT NULL THEN
      RETURN refusal;
    END IF;
    first_moved := p_from;
    past_moved := p_from || E'\x01';
  ELSIF p_if_match IS NOT NULL THEN
    RETURN json_build_object('outcome', 'version_mismatch', 'currentVersion', NULL);
  END IF;
  SELECT count(*), max(octet_length(custom_id)) - octet_length(p_from) + octet_length(p_to),
    json_agg(json_build_object('from', custom_id, 'to', p_to || substr(custom_id, length(p_from) + 1)) ORDER BY custom_id)
      FILTER (WHERE place <= 1000)
  INTO renamed, longest, moves
  FROM (
    SELECT custom_id, row_number() OVER (ORDER BY custom_id) AS place FROM stela.documents
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag
      AND custom_id >= first_moved AND custom_id < past_moved
  ) AS moving;
  IF longest > p_max_bytes THEN
    RETURN json_build_object('outcome', 'path_too_long', 'bytes', longest);
  END IF;
  IF NOT p_dry_run THEN
    PERFORM stela.write_many(NOT is_document);
    UPDATE stela.documents
    SET custom_id = p_to || substr(custom_id, length(p_from) + 1), version = version + 1, updated_at = clock_timestamp()
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag
      AND custom_id >= first_moved AND custom_id < past_moved;
    PERFORM stela.write_many(false);
  END IF;
  RETURN json_build_object('outcome', 'done', 'renamed', renamed, 'documents', moves,
    'version', CASE WHEN is_document THEN current_version + 1 END, 'before', NULL);
END
$$;
