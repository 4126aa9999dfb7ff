-- Whether a person has found the text of a finding harmless.
CREATE OR REPLACE FUNCTION stela.is_false_positive(f stela.findings) RETURNS boolean
LANGUAGE sql STABLE
RETURN EXISTS (
  SELECT FROM stela.false_positives AS mark
  WHERE mark.org_id = f.org_id AND mark.container_tag IN (f.container_tag, '*') AND mark.fingerprint = f.fingerprint
);

-- A finding as the API answers it, with the mark that lets its text pass: the container's own, else that of the organization.
CREATE OR REPLACE FUNCTION stela.finding_json(f stela.findings) RETURNS json
LANGUAGE sql STABLE
RETURN json_build_object(
  'id', f.id, 'containerTag', f.container_tag, 'rule', f.rule, 'name', f.name, 'policy', f.policy, 'path', f.path, 'line', f.line,
  'actor', f.actor, 'session', f.session, 'request', f.request, 'at', stela.rfc3339(f.at),
  'status', CASE WHEN stela.is_false_positive(f) THEN 'false_positive' ELSE 'open' END,
  'falsePositive', (
    SELECT json_build_object(
      'appliesTo', CASE WHEN mark.container_tag = '*' THEN 'organization' ELSE 'container' END,
      'reason', mark.reason, 'actor', mark.actor, 'at', stela.rfc3339(mark.at))
    FROM stela.false_positives AS mark
    WHERE mark.org_id = f.org_id AND mark.container_tag IN (f.container_tag, '*') AND mark.fingerprint = f.fingerprint
    ORDER BY mark.container_tag = '*' LIMIT 1
  )
);

-- Lets the text of a finding pass from now on, in its container or (`p_everywhere`) in all of them. Marked already, it stays as it is.
-- Outcomes: done {finding}, missing, not_covered.
CREATE OR REPLACE FUNCTION stela.mark_false_positive(p_id uuid, p_everywhere boolean, p_reason text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  f stela.findings;
BEGIN
  PERFORM stela.require_scope('admin');
  SELECT * INTO f FROM stela.findings WHERE org_id = stela.current_org() AND id = p_id AND stela.may_access(container_tag);
  IF f.id IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  ELSIF p_everywhere AND NOT stela.may_access('*') THEN
    RETURN json_build_object('outcome', 'not_covered');
  END IF;
  INSERT INTO stela.false_positives (org_id, container_tag, fingerprint, finding_id, reason, actor)
  VALUES (f.org_id, CASE WHEN p_everywhere THEN '*' ELSE f.container_tag END, f.fingerprint, f.id, p_reason,
    current_setting('app.actor'))
  ON CONFLICT DO NOTHING;
  IF FOUND THEN
    PERFORM stela.append_audit('finding.false_positive', 'done', f.container_tag, jsonb_build_object(
      'finding', f.id, 'rule', f.rule, 'appliesTo', CASE WHEN p_everywhere THEN 'organization' ELSE 'container' END));
  END IF;
  RETURN json_build_object('outcome', 'done', 'finding', stela.finding_json(f));
END
$$;

-- Takes back every mark that lets the text of a finding pass in its container. Outcomes: done {finding}, missing, not_covered.
CREATE OR REPLACE FUNCTION stela.unmark_false_positive(p_id uuid) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  f stela.findings;
BEGIN
  PERFORM stela.require_scope('admin');
  SELECT * INTO f FROM stela.findings WHERE org_id = stela.current_org() AND id = p_id AND stela.may_access(container_tag);
  IF f.id IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  ELSIF NOT stela.may_access('*') AND EXISTS (
    SELECT FROM stela.false_positives WHERE org_id = f.org_id AND container_tag = '*' AND fingerprint = f.fingerprint
  ) THEN
    RETURN json_build_object('outcome', 'not_covered');
  END IF;
  DELETE FROM stela.false_positives
  WHERE org_id = f.org_id AND container_tag IN (f.container_tag, '*') AND fingerprint = f.fingerprint;
  IF FOUND THEN
    PERFORM stela.append_audit('finding.reopen', 'done', f.container_tag, jsonb_build_object('finding', f.id, 'rule', f.rule));
  END IF;
  RETURN json_build_object('outcome', 'done', 'finding', stela.finding_json(f));
END
$$;
