-- Applies edits to a text, one after another. The meaning of each is in packages/core/src/text.ts; a property test holds the two
-- together. `refusal` is null, or says which edit could not be applied, and why; an ambiguous one comes with the text it met.
-- `risk` is null, or stands for the text around the edits that could complete a secret with it.
CREATE OR REPLACE FUNCTION stela.apply_edits(
  p_content text, p_edits jsonb, OUT content text, OUT refusal jsonb, OUT risk text
)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  edit jsonb;
  old_text text;
  parts text[];
  text_lines text[];
  line integer;
BEGIN
  content := p_content;
  -- The body of a private key may come line by line.
  IF strpos(p_content, 'PRIVATE KEY') > 0 THEN
    risk := md5(p_content);
  END IF;
  FOR i IN 0 .. jsonb_array_length(p_edits) - 1 LOOP
    edit := p_edits -> i;
    IF edit ? 'oldStr' THEN
      old_text := edit ->> 'oldStr';
      IF old_text = '' THEN
        refusal := jsonb_build_object('outcome', 'empty_old_text', 'editIndex', i);
        RETURN;
      END IF;
      -- Not strpos and substr: Postgres counts characters for those, which costs several times as much.
      parts := CASE WHEN old_text IS NULL THEN '{}' ELSE string_to_array(content, old_text) END;
      IF cardinality(parts) < 2 THEN
        refusal := jsonb_build_object('outcome', 'absent', 'editIndex', i);
        RETURN;
      ELSIF cardinality(parts) > 2 THEN
        refusal := jsonb_build_object('outcome', 'ambiguous', 'editIndex', i, 'before', content);
        RETURN;
      END IF;
      risk := stela.joined_risk(risk, stela.risky_line(parts[1], edit ->> 'newStr', parts[2]));
      content := parts[1] || (edit ->> 'newStr') || parts[2];
    ELSIF edit ? 'insertLine' THEN
      line := (edit ->> 'insertLine')::integer;
      IF line = 0 THEN
        content := regexp_replace(edit ->> 'insertText', '\n$', '') || E'\n' || content;
        CONTINUE;
      END IF;
      text_lines := CASE WHEN content = '' THEN ARRAY[''] ELSE string_to_array(content, E'\n') END;
      IF line IS NULL OR line < 0 OR line > cardinality(text_lines) THEN
        refusal := jsonb_build_object('outcome', 'no_such_line', 'editIndex', i, 'lines', cardinality(text_lines));
        RETURN;
      END IF;
      content := array_to_string(
        text_lines[:line] || regexp_replace(edit ->> 'insertText', '\n$', '') || text_lines[line + 1:], E'\n'
      );
    ELSE
      risk := stela.joined_risk(risk, stela.risky_line(content, edit ->> 'append', ''));
      content := content || (edit ->> 'append');
    END IF;
  END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION stela.joined_risk(p_risk text, p_line text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_line IS NULL THEN p_risk ELSE md5(coalesce(p_risk, '') || p_line) END;

-- Edits a document in place. Outcomes: done {document, before}, or for the memory tool {version, before, isRedacted}; missing, version_mismatch,
-- too_large, not_storable, quota_exceeded, those of apply_edits, and judge {version, risk, before, rules: the container's own}: nothing was changed, because the result has to be scanned
-- for secrets; it was, when what stands around the edits is still `p_judged_risk`. `p_is_suspicious` says that the edits hold a finding themselves.
-- `p_is_storable` is false when an edit holds text that cannot be sent here: what comes before the store is checked as usual.
CREATE OR REPLACE FUNCTION stela.edit_document(
  p_container_tag text, p_custom_id text, p_id uuid, p_edits jsonb, p_if_match integer[], p_is_storable boolean,
  p_max_bytes integer, p_is_suspicious boolean, p_judged_risk text, p_for_tool boolean DEFAULT false
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  d record;
  before text;
  edited record;
  refusal json;
  is_of_rules boolean;
  rules jsonb;
BEGIN
  d := stela.lock_state(p_container_tag, p_custom_id, p_id);
  IF d.id IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;
  refusal := stela.version_refusal(p_if_match, d.version);
  IF refusal IS NOT NULL THEN
    RETURN refusal;
  END IF;
  before := d.content;
  edited := stela.apply_edits(before, p_edits);
  IF edited.refusal IS NOT NULL THEN
    RETURN edited.refusal::json;
  END IF;
  IF NOT p_is_storable THEN
    RETURN json_build_object('outcome', 'not_storable');
  END IF;
  IF octet_length(edited.content) > p_max_bytes THEN
    RETURN json_build_object('outcome', 'too_large', 'bytes', octet_length(edited.content));
  END IF;
  -- A rule of the container's own may speak of any of the text.
  is_of_rules := stela.needs_container_rules(d.container_tag, edited.content, NULL);
  IF p_is_suspicious OR edited.risk IS NOT NULL OR is_of_rules THEN
    rules := stela.container_rules(d.container_tag);
    edited.risk := md5(coalesce(edited.risk, '') || coalesce(rules ->> 'revision', '') || CASE WHEN is_of_rules THEN md5(before) ELSE '' END);
    IF edited.risk IS DISTINCT FROM p_judged_risk THEN
      RETURN json_build_object(
        'outcome', 'judge', 'version', d.version, 'risk', edited.risk, 'before', before, 'rules', rules);
    END IF;
  END IF;
  refusal := stela.quota_refusal(d.container_tag, 0, octet_length(edited.content) - d.bytes);
  IF refusal IS NOT NULL THEN
    RETURN refusal;
  END IF;
  IF p_for_tool THEN
    UPDATE stela.documents AS old SET content = edited.content, version = old.version + 1, updated_at = clock_timestamp()
    WHERE org_id = stela.current_org() AND id = d.id;
    RETURN json_build_object('outcome', 'done', 'version', d.version + 1, 'before', before, 'isRedacted', NULL);
  END IF;
  RETURN json_build_object('outcome', 'done', 'document', stela.change_content(d.id, edited.content), 'before', before);
END
$$;
DROP FUNCTION IF EXISTS stela.edit_document(text, text, uuid, jsonb, integer[], boolean, integer, boolean, text);

-- Stores the redacted result of an edit that was judged at a version. Outcomes: those of put_document, and judge when the document
-- has moved on.
CREATE OR REPLACE FUNCTION stela.store_redacted(
  p_container_tag text, p_custom_id text, p_id uuid, p_content text, p_judged_version integer, p_before text, p_for_tool boolean DEFAULT false
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  d record := stela.lock_state(p_container_tag, p_custom_id, p_id);
  answer json;
BEGIN
  IF d.id IS NOT NULL AND d.version <> p_judged_version THEN
    RETURN json_build_object('outcome', 'judge', 'version', d.version, 'risk', '', 'before', d.content,
      'rules', stela.container_rules(d.container_tag));
  END IF;
  answer := stela.put_document(p_container_tag, p_custom_id, p_id, NULL, p_content, NULL, false, NULL, false, false);
  IF answer ->> 'outcome' <> 'done' THEN
    RETURN answer;
  END IF;
  IF p_for_tool THEN
    RETURN json_build_object('outcome', 'done', 'version', d.version + 1, 'before', p_before, 'isRedacted', true);
  END IF;
  RETURN json_build_object('outcome', 'done', 'document', answer -> 'document', 'before', p_before, 'isRedacted', true);
END
$$;
DROP FUNCTION IF EXISTS stela.store_redacted(text, text, uuid, text, integer, text);
