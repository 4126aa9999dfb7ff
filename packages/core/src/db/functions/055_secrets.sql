-- The rules that a container has besides the built-in ones, and what they are known by: it changes with them. Null where it has none.
CREATE OR REPLACE FUNCTION stela.container_rules(p_container_tag text) RETURNS jsonb
LANGUAGE sql STABLE
RETURN (
  SELECT jsonb_build_object('revision', md5(secret_rules::text || has_internal_host_rules), 'rules', secret_rules,
    'internalHosts', has_internal_host_rules)
  FROM stela.containers
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND screened_words IS NOT NULL
);

-- Whether a text, or one as JSON escapes it, holds what one of the container's own rules needs. Without such rules it is not looked at.
CREATE OR REPLACE FUNCTION stela.needs_container_rules(p_container_tag text, p_text text, p_more_text text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  words text[];
  looked_at text;
BEGIN
  SELECT screened_words INTO words FROM stela.containers
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
  IF words IS NULL THEN
    RETURN false;
  END IF;
  looked_at := lower((coalesce(p_text, '') || E'\n' || coalesce(p_more_text, '')) COLLATE "C");
  RETURN EXISTS (
    SELECT FROM unnest(words) AS word
    WHERE strpos(looked_at, word) > 0 OR strpos(looked_at, substr(to_jsonb(word)::text, 2, length(to_jsonb(word)::text) - 2)) > 0
  );
END
$$;

-- What operations would store, as JSON writes it. Edits are judged by their result.
CREATE OR REPLACE FUNCTION stela.texts_to_store(p_operations jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT jsonb_agg(each)::text FROM jsonb_array_elements(p_operations) AS each WHERE each ->> 'op' <> 'edit');

-- Before what is sent is written: null, or screen {rules} where it has to be scanned with the container's own rules first.
CREATE OR REPLACE FUNCTION stela.screen_refusal(p_container_tag text, p_id uuid, p_operation jsonb, p_content text) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  tag text := p_container_tag;
  rules jsonb;
BEGIN
  IF p_operation ->> 'op' IN ('edit', 'delete', 'delete_path', 'store_redacted') THEN
    RETURN NULL;
  END IF;
  IF p_id IS NOT NULL THEN
    SELECT container_tag INTO tag FROM stela.documents
    WHERE org_id = stela.current_org() AND id = p_id AND stela.may_access(container_tag);
  END IF;
  IF stela.needs_container_rules(tag, p_content, CASE WHEN p_operation ->> 'op' = 'batch'
    THEN stela.texts_to_store(p_operation -> 'operations') ELSE p_operation::text END) THEN
    rules := stela.container_rules(tag);
    IF rules ->> 'revision' IS DISTINCT FROM p_operation ->> 'screenedWith' THEN
      RETURN json_build_object('outcome', 'screen', 'rules', rules);
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- A fingerprint as it is stored: that of the Worker, tied to the organization.
CREATE OR REPLACE FUNCTION stela.stored_fingerprint(p_fingerprint text) RETURNS bytea
LANGUAGE sql STABLE
RETURN sha256(convert_to(stela.current_org() || ':' || p_fingerprint, 'UTF8'));

DROP FUNCTION IF EXISTS stela.judge_secrets(text, uuid, jsonb, boolean);

-- Which findings count for nothing, by their place: those that a person has marked, or whose rule is disabled.
CREATE OR REPLACE FUNCTION stela.closed_findings(p_container_tag text, p_findings jsonb) RETURNS integer[]
LANGUAGE sql STABLE
RETURN (
  WITH disabled AS MATERIALIZED (
    SELECT disabled_rules AS rules FROM stela.containers WHERE org_id = stela.current_org() AND container_tag = p_container_tag
  )
  SELECT coalesce(array_agg((place - 1)::integer ORDER BY place), '{}')
  FROM jsonb_array_elements(p_findings) WITH ORDINALITY AS sent (finding, place)
  WHERE finding ->> 'rule' = ANY ((SELECT rules FROM disabled)::text[]) OR EXISTS (
    SELECT FROM stela.false_positives AS mark
    WHERE mark.org_id = stela.current_org() AND mark.container_tag IN (p_container_tag, '*')
      AND mark.fingerprint = stela.stored_fingerprint(finding ->> 'fingerprint')
  )
);

-- Keeps and audits findings of which the policy has said what becomes of them, and gives them back as they are told: without fingerprint.
-- `p_kept_before` are those that the same write has kept already.
CREATE OR REPLACE FUNCTION stela.keep_findings(
  p_container_tag text, p_findings jsonb, p_policy text, p_kept_before integer
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  most_kept constant integer := 1000;
  told jsonb;
BEGIN
  INSERT INTO stela.findings (org_id, id, container_tag, rule, name, policy, path, line, fingerprint, actor, session, request)
  SELECT stela.current_org(), (finding ->> 'id')::uuid, p_container_tag, finding ->> 'rule', finding ->> 'name', p_policy,
    finding ->> 'path', (finding ->> 'line')::integer, stela.stored_fingerprint(finding ->> 'fingerprint'),
    current_setting('app.actor'), nullif(current_setting('app.session', true), ''), nullif(current_setting('app.request', true), '')
  FROM jsonb_array_elements(p_findings) WITH ORDINALITY AS sent (finding, place) WHERE place <= most_kept - p_kept_before;
  SELECT jsonb_agg(finding - '{fingerprint,isName}'::text[] ORDER BY place) INTO told
  FROM jsonb_array_elements(p_findings) WITH ORDINALITY AS sent (finding, place);
  PERFORM stela.append_audit('secret.' || p_policy, CASE p_policy WHEN 'block' THEN 'refused' ELSE 'done' END, p_container_tag,
    jsonb_build_object('findings', told));
  RETURN told;
END
$$;

-- What the container says of findings in text that is about to be stored: `verdict` is allow, redact, or answer. Those that a person has
-- marked, or whose rule is disabled, count for nothing. The others are kept and audited, without the text. A name cannot be redacted: it
-- is blocked. `p_id` finds the container where the caller does not name it. Answers: secret_detected {findings}, and screen {rules, closed}
-- where the scan has to be made again: with the container's own rules, or without the findings at these places.
CREATE OR REPLACE FUNCTION stela.judge_findings(
  p_container_tag text, p_id uuid, p_findings jsonb, p_screened_with text, OUT verdict text, OUT answer json
)
LANGUAGE plpgsql AS $$
DECLARE
  tag text := p_container_tag;
  policy text;
  rules jsonb;
  closed integer[];
  open jsonb;
BEGIN
  verdict := 'allow';
  IF tag IS NULL THEN
    SELECT container_tag INTO tag FROM stela.documents
    WHERE org_id = stela.current_org() AND id = p_id AND stela.may_access(container_tag);
    IF NOT FOUND THEN
      RETURN; -- The statement itself will say that there is no such document.
    END IF;
  END IF;
  SELECT secret_policy INTO policy FROM stela.containers WHERE org_id = stela.current_org() AND container_tag = tag;
  -- There may be no such container yet.
  policy := coalesce(policy, 'block');
  rules := stela.container_rules(tag);
  closed := stela.closed_findings(tag, p_findings);
  SELECT coalesce(jsonb_agg(finding ORDER BY place), '[]'),
    CASE WHEN policy = 'redact' AND bool_or((finding -> 'isName')::boolean) THEN 'block' ELSE policy END
  INTO open, policy
  FROM jsonb_array_elements(p_findings) WITH ORDINALITY AS sent (finding, place)
  WHERE (place - 1)::integer <> ALL (closed);
  IF rules ->> 'revision' IS DISTINCT FROM p_screened_with AND rules IS NOT NULL
    OR policy = 'redact' AND closed <> '{}' AND open <> '[]'
  THEN
    verdict := 'answer';
    answer := json_build_object('outcome', 'screen', 'rules', rules, 'closed', closed);
    RETURN;
  ELSIF open = '[]' THEN
    RETURN;
  END IF;
  open := stela.keep_findings(tag, open, policy, 0);
  verdict := policy;
  IF policy = 'block' THEN
    verdict := 'answer';
    answer := json_build_object('outcome', 'secret_detected', 'findings', open);
  END IF;
END
$$;

-- A run of characters that a token may be made of, long and varied enough to be one.
CREATE OR REPLACE FUNCTION stela.looks_like_token(p_run text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN length(p_run) >= 16
  AND (SELECT count(DISTINCT letter) FROM regexp_split_to_table(left(p_run, 500), '') AS letter) >= 8;

-- The line that an edit makes, when it could complete a secret together with what stood there: a run of token characters crosses one of
-- its ends, or the line says that a secret follows. Null when it could not. Whole lines join nothing. `p_before` and `p_after` are the
-- text on both sides.
CREATE OR REPLACE FUNCTION stela.risky_line(p_before text, p_inserted text, p_after text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  token constant text := '[A-Za-z0-9_+/=.~-]';
  line_start text := split_part(p_before, E'\n', -1);
  line_end text := split_part(p_after, E'\n', 1);
  first_part text := p_inserted;
  last_part text := p_inserted;
  run_before text;
  run_after text;
BEGIN
  IF line_start = '' AND line_end = '' THEN
    RETURN NULL;
  END IF;
  -- Postgres cuts a text by counting its characters, which costs more than all else here: only what is long is cut.
  IF octet_length(line_start) > 2000 THEN
    line_start := right(line_start, 2000);
  END IF;
  IF octet_length(line_end) > 2000 THEN
    line_end := left(line_end, 2000);
  END IF;
  IF octet_length(p_inserted) > 500 THEN
    first_part := left(p_inserted, 500);
    last_part := right(p_inserted, 500);
  END IF;
  run_before := substring(line_start FROM token || '*$');
  run_after := substring(line_end FROM '^' || token || '*');
  IF (run_before <> '' AND stela.looks_like_token(run_before || substring(first_part || line_end FROM '^' || token || '*')))
    OR (run_after <> '' AND stela.looks_like_token(substring(line_start || last_part FROM token || '*$') || run_after))
    OR line_start || first_part || last_part || line_end
      ~* 'pass|pwd|secret|token|key|auth|bearer|credential|jwt|signature|://|密码|口令|密钥|令牌|凭证|パスワード|비밀번호'
  THEN
    RETURN line_start || E'\n' || line_end;
  END IF;
  RETURN NULL;
END
$$;
