-- Runs up to 100 operations in order, alone in the container, all or none. Outcomes: done {results}, or refused {index, refusal}:
-- then nothing was changed.
CREATE OR REPLACE FUNCTION stela.run_batch(
  p_container_tag text, p_operations jsonb, p_new_ids uuid[], p_max_content_bytes integer, p_max_path_bytes integer
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  operation jsonb;
  if_match integer[];
  answer json;
  results json[] := '{}';
  -- Of the documents answered so far. Past 8 MiB the rest are answered without their text: a Worker has no room for more.
  answered_bytes bigint := 0;
  refused_index integer;
BEGIN
  PERFORM stela.lock_container(p_container_tag, true);
  FOR i IN 0 .. jsonb_array_length(p_operations) - 1 LOOP
    operation := p_operations -> i;
    if_match := CASE WHEN operation ? 'ifMatch' THEN ARRAY[(operation ->> 'ifMatch')::integer] END;
    answer := CASE operation ->> 'op'
      WHEN 'upsert' THEN stela.put_document(
        p_container_tag, operation ->> 'customId', NULL, p_new_ids[i + 1], operation ->> 'content', operation -> 'fields',
        true, if_match, false, false)
      WHEN 'edit' THEN stela.edit_document(
        p_container_tag, operation ->> 'customId', NULL, operation -> 'edits', if_match, true, p_max_content_bytes,
        (operation ->> 'isSuspicious')::boolean, operation ->> 'judgedRisk')
      WHEN 'delete' THEN stela.delete_document(p_container_tag, operation ->> 'customId', NULL, if_match)
      WHEN 'delete_path' THEN stela.delete_path(p_container_tag, operation ->> 'customId', if_match)
      WHEN 'rename' THEN stela.rename_path(
        p_container_tag, operation ->> 'from', operation ->> 'to', false, if_match, p_max_path_bytes)
    END;
    IF answer ->> 'outcome' <> 'done' THEN
      refused_index := i;
      RAISE EXCEPTION USING ERRCODE = 'STBAT', MESSAGE = 'An operation of the batch was refused';
    END IF;
    answered_bytes := answered_bytes + coalesce((answer -> 'document' ->> 'bytes')::bigint, 0);
    IF answered_bytes > 8 * 1024 * 1024 THEN
      answer := (answer::jsonb #- '{document,content}')::json;
    END IF;
    -- What nobody is told (the text before an edit, each move of a rename) would be sent, and kept with the Idempotency-Key.
    results := results || CASE operation ->> 'op'
      WHEN 'edit' THEN json_build_object('document', answer -> 'document')
      WHEN 'rename' THEN json_build_object('renamed', answer -> 'renamed')
      ELSE answer END;
  END LOOP;
  RETURN json_build_object('outcome', 'done', 'results', array_to_json(results));
EXCEPTION WHEN SQLSTATE 'STBAT' THEN
  -- The block is rolled back, its variables are not.
  RETURN json_build_object('outcome', 'refused', 'index', refused_index, 'refusal', answer);
END
$$;
