-- What the container's policy says of findings in text that is about to be stored: block, redact or allow. A name cannot be
-- redacted: it is blocked. Audited, without the text. `p_id` finds the container where the caller does not name it.
CREATE OR REPLACE FUNCTION stela.judge_secrets(p_container_tag text, p_id uuid, p_findings jsonb, p_in_name boolean) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  tag text := p_container_tag;
  policy text;
BEGIN
  IF tag IS NULL THEN
    SELECT container_tag INTO tag FROM stela.documents
    WHERE org_id = stela.current_org() AND id = p_id AND stela.may_access(container_tag);
    IF NOT FOUND THEN
      RETURN 'allow'; -- The statement itself will say that there is no such document.
    END IF;
  END IF;
  SELECT secret_policy INTO policy FROM stela.containers WHERE org_id = stela.current_org() AND container_tag = tag;
  policy := coalesce(policy, 'block');
  IF policy = 'redact' AND p_in_name THEN
    policy := 'block';
  END IF;
  PERFORM stela.append_audit('secret.' || policy, CASE policy WHEN 'block' THEN 'refused' ELSE 'done' END, tag,
    jsonb_build_object('findings', p_findings));
  RETURN policy;
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
