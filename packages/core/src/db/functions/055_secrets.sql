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

-- Whether an edit could complete a secret together with the text around it: a run of token characters crosses one of its ends, or
-- the line it joins says that a secret follows. Whole lines join nothing. `p_before` and `p_after` are the text on both sides.
CREATE OR REPLACE FUNCTION stela.could_complete_secret(p_before text, p_inserted text, p_after text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  token constant text := '[A-Za-z0-9_+/=.~-]';
  line_start text := substring(right(p_before, 500) FROM '[^\n]*$');
  line_end text := substring(left(p_after, 500) FROM '^[^\n]*');
  first_part text := left(p_inserted, 500);
  last_part text := right(p_inserted, 500);
  run_before text;
  run_after text;
BEGIN
  IF line_start = '' AND line_end = '' THEN
    RETURN false;
  END IF;
  run_before := substring(line_start FROM token || '*$');
  run_after := substring(line_end FROM '^' || token || '*');
  RETURN (run_before <> '' AND length(run_before || substring(first_part || line_end FROM '^' || token || '*')) >= 16)
    OR (run_after <> '' AND length(substring(line_start || last_part FROM token || '*$') || run_after) >= 16)
    OR line_start || first_part || last_part || line_end
      ~* 'pass|pwd|secret|token|key|auth|bearer|credential|jwt|signature|://|密码|口令|密钥|令牌|凭证|パスワード|비밀번호';
END
$$;
