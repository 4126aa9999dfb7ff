-- Notes what no trigger sees. Details never hold content.
CREATE OR REPLACE FUNCTION stela.append_audit(
  p_action text, p_outcome text, p_container_tag text, p_details jsonb
) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO stela.audit_events (org_id, actor, action, outcome, container_tag, session, request, details)
  VALUES (stela.current_org(), current_setting('app.actor'), p_action, p_outcome, p_container_tag,
    nullif(current_setting('app.session', true), ''), nullif(current_setting('app.request', true), ''), p_details)
$$;
