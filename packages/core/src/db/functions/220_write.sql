-- The one way in for every call that writes documents: runs the operation, or keeps it as a proposal where the key may only propose.
-- What has to be scanned with the container's own rules first is answered with screen {rules}, and nothing is changed.
-- `p_id` names a document whose container the caller does not know. Texts that may be long come as a parameter of their own.
CREATE OR REPLACE FUNCTION stela.write_documents(
  p_container_tag text, p_id uuid, p_operation jsonb, p_content text, p_new_ids uuid[], p_max_content_bytes integer,
  p_max_path_bytes integer
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  refusal json := stela.screen_refusal(p_container_tag, p_id, p_operation, p_content);
BEGIN
  IF refusal IS NOT NULL THEN
    RETURN refusal;
  END IF;
  IF stela.is_proposing() THEN
    RETURN stela.propose(
      p_container_tag, p_id, p_operation, p_content, p_new_ids, p_max_content_bytes, p_max_path_bytes);
  END IF;
  RETURN stela.run_operation(
    p_container_tag, p_id, p_operation, p_content, p_new_ids, p_max_content_bytes, p_max_path_bytes);
END
$$;

CREATE OR REPLACE FUNCTION stela.run_operation(
  p_container_tag text, p_id uuid, p_operation jsonb, p_content text, p_new_ids uuid[], p_max_content_bytes integer,
  p_max_path_bytes integer
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  custom_id text := p_operation ->> 'customId';
  if_match integer[];
BEGIN
  IF jsonb_typeof(p_operation -> 'ifMatch') = 'array' THEN
    if_match := ARRAY(SELECT version::integer FROM jsonb_array_elements_text(p_operation -> 'ifMatch') AS version);
  END IF;
  CASE p_operation ->> 'op'
    WHEN 'put' THEN
      RETURN stela.put_document(
        p_container_tag, custom_id, p_id, p_new_ids[1], p_content, p_operation -> 'fields',
        (p_operation ->> 'mayCreate')::boolean, if_match, (p_operation ->> 'mustExist')::boolean,
        (p_operation ->> 'mustBeAbsent')::boolean);
    WHEN 'create' THEN
      RETURN stela.memory_create(p_container_tag, custom_id, p_new_ids[1], p_content, p_operation ->> 'onExisting');
    WHEN 'edit' THEN
      RETURN stela.edit_document(
        p_container_tag, custom_id, p_id, p_operation -> 'edits', if_match, (p_operation ->> 'isStorable')::boolean,
        p_max_content_bytes, (p_operation ->> 'isSuspicious')::boolean, p_operation ->> 'judgedRisk',
        p_operation ? 'isForTool');
    WHEN 'store_redacted' THEN
      RETURN stela.store_redacted(
        p_container_tag, custom_id, p_id, p_content, (p_operation ->> 'judgedVersion')::integer, p_operation ->> 'before',
        p_operation ? 'isForTool');
    WHEN 'delete' THEN
      RETURN stela.delete_document(p_container_tag, custom_id, p_id, if_match);
    WHEN 'delete_path' THEN
      RETURN stela.delete_path(p_container_tag, custom_id, if_match);
    WHEN 'rename' THEN
      RETURN stela.rename_path(
        p_container_tag, p_operation ->> 'from', p_operation ->> 'to', false, if_match, p_max_path_bytes);
    WHEN 'batch' THEN
      RETURN stela.run_batch(p_container_tag, p_operation -> 'operations', p_new_ids, p_max_content_bytes, p_max_path_bytes);
  END CASE;
END
$$;
