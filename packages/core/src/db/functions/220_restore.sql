-- Makes an earlier state of a document its next version: text, metadata, tags and all other fields. One that was deleted comes back with
-- its id, under the name it had last or a new one. A state that was stored before the container's settings last changed may have been
-- judged by another policy: it is given back to be scanned for secrets, and so is every one where `p_is_judged` is null. Outcomes: done {document}, missing, no_such_version, is_delete,
-- not_deleted, version_mismatch, exists, beneath_file, quota_exceeded, and judge {containerTag, rules, state}: nothing was changed.
CREATE OR REPLACE FUNCTION stela.restore_document(
  p_container_tag text, p_custom_id text, p_id uuid, p_version integer, p_if_match integer[], p_must_exist boolean,
  p_new_custom_id text, p_is_judged boolean, p_redacted jsonb
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  history uuid;
  r stela.revisions;
  last stela.revisions;
  d stela.documents;
  name text;
  text_bytes bigint;
  refusal json;
BEGIN
  LOOP
    history := stela.history_id(p_container_tag, p_custom_id, p_id);
    IF history IS NULL THEN
      RETURN json_build_object('outcome', 'missing');
    END IF;
    SELECT * INTO r FROM stela.revisions WHERE org_id = stela.current_org() AND document_id = history AND version = p_version;
    IF NOT FOUND THEN
      RETURN stela.no_such_version(history, p_version);
    ELSIF r.operation = 'delete' THEN
      RETURN json_build_object('outcome', 'is_delete', 'version', p_version);
    END IF;
    PERFORM stela.lock_container(r.container_tag, false);
    -- An erasure that was alone here until now may have taken it away.
    CONTINUE WHEN NOT EXISTS (
      SELECT FROM stela.revisions WHERE org_id = stela.current_org() AND document_id = history AND version = p_version
    );
    IF p_is_judged IS NULL OR NOT p_is_judged AND EXISTS (
      SELECT FROM stela.containers AS c
      WHERE c.org_id = stela.current_org() AND c.container_tag = r.container_tag AND c.updated_at > r.at
    ) OR NOT p_is_judged AND stela.needs_container_rules(r.container_tag, p_new_custom_id, NULL) THEN
      RETURN json_build_object('outcome', 'judge', 'containerTag', r.container_tag,
        'rules', stela.container_rules(r.container_tag), 'state', json_build_object(
        'content', r.content, 'metadata', r.metadata, 'tags', r.tags, 'key', r.fields -> 'key', 'source', r.fields -> 'source'));
    END IF;
    text_bytes := octet_length(coalesce(p_redacted ->> 'content', r.content));
    SELECT * INTO d FROM stela.documents WHERE org_id = stela.current_org() AND id = history FOR UPDATE;
    IF d.id IS NOT NULL THEN
      name := d.custom_id;
      refusal := coalesce(
        stela.version_refusal(p_if_match, d.version),
        CASE WHEN p_new_custom_id <> name THEN json_build_object('outcome', 'not_deleted', 'customId', name) END,
        stela.quota_refusal(d.container_tag, 0, text_bytes - d.bytes)
      );
    ELSE
      SELECT * INTO last FROM stela.revisions WHERE org_id = stela.current_org() AND document_id = history
      ORDER BY version DESC LIMIT 1;
      name := coalesce(p_new_custom_id, last.custom_id);
      refusal := coalesce(
        CASE WHEN p_must_exist THEN json_build_object('outcome', 'version_mismatch', 'currentVersion', NULL) END,
        stela.version_refusal(p_if_match, last.version),
        -- Another one, that is: this one may have been restored since it was looked for.
        CASE WHEN EXISTS (
          SELECT FROM stela.documents
          WHERE org_id = stela.current_org() AND container_tag = r.container_tag AND custom_id = name AND id <> history
        ) THEN json_build_object('outcome', 'exists') END,
        stela.place_refusal(r.container_tag, name),
        stela.quota_refusal(r.container_tag, 1, text_bytes)
      );
    END IF;
    IF refusal IS NOT NULL THEN
      RETURN refusal;
    END IF;
    IF stela.put_back(r.container_tag, ARRAY[history], ARRAY[p_version], ARRAY[name], p_redacted) > 0 THEN
      SELECT * INTO d FROM stela.documents WHERE org_id = stela.current_org() AND id = history;
      RETURN json_build_object('outcome', 'done', 'document', stela.document_json(d));
    END IF;
    -- Another transaction has taken the name or restored it meanwhile and committed, or erased it: look again.
  END LOOP;
END
$$;
