-- Deletes one document. Outcomes: done {deleted}, missing, version_mismatch.
CREATE OR REPLACE FUNCTION stela.delete_document(
  p_container_tag text, p_custom_id text, p_id uuid, p_if_match integer[]
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  d record;
  refusal json;
BEGIN
  d := stela.lock_state(p_container_tag, p_custom_id, p_id);
  IF d.id IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;
  refusal := stela.version_refusal(p_if_match, d.version);
  IF refusal IS NOT NULL THEN
    RETURN refusal;
  END IF;
  DELETE FROM stela.documents WHERE org_id = stela.current_org() AND id = d.id;
  RETURN json_build_object('outcome', 'done', 'deleted', json_build_object(
    'id', d.id, 'containerTag', d.container_tag, 'customId', d.custom_id, 'version', d.version + 1
  ));
END
$$;

-- Deletes a file, or all files beneath a directory. Outcomes: done, missing, version_mismatch (of a file).
CREATE OR REPLACE FUNCTION stela.delete_path(p_container_tag text, p_path text, p_if_match integer[]) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  answer json;
  deleted bigint;
BEGIN
  -- A directory is deleted alone in the container. Which of the two it is, is looked at before the lock that depends on it.
  IF stela.has_beneath(p_container_tag, p_path) THEN
    PERFORM stela.lock_container(p_container_tag, true);
  END IF;
  answer := stela.delete_document(p_container_tag, p_path, NULL, p_if_match);
  IF answer ->> 'outcome' <> 'missing' THEN
    RETURN json_build_object('outcome', answer -> 'outcome', 'version', NULL, 'before', NULL,
      'currentVersion', answer -> 'currentVersion');
  END IF;
  PERFORM stela.write_many(true);
  DELETE FROM stela.documents
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag
    AND custom_id >= p_path || '/' AND custom_id < p_path || '0';
  GET DIAGNOSTICS deleted = ROW_COUNT;
  PERFORM stela.write_many(false);
  IF deleted = 0 THEN
    RETURN answer;
  END IF;
  RETURN json_build_object('outcome', 'done', 'version', NULL, 'before', NULL);
END
$$;
