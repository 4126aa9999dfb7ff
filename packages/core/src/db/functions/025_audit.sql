-- What an erasure may later blank in an event, as one hash: the rest of the event can be checked with it for ever.
-- STABLE as convert_to is, so that a statement takes its text in place of a call.
CREATE OR REPLACE FUNCTION stela.erasable_hash(p_custom_id text, p_details jsonb) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(convert_to(coalesce(p_custom_id, '') || E'\x01' || p_details::text, 'UTF8'));

-- The details of an event, with the key that a token's actor acted through.
CREATE OR REPLACE FUNCTION stela.with_key(p_details jsonb) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN coalesce(current_setting('app.via_key', true), '') = '' THEN p_details
  ELSE p_details || jsonb_build_object('key', current_setting('app.via_key')) END;

-- Notes what no trigger sees. Details never hold content.
CREATE OR REPLACE FUNCTION stela.append_audit(
  p_action text, p_outcome text, p_container_tag text, p_details jsonb
) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO stela.audit_events (org_id, actor, action, outcome, container_tag, session, request, details, erasable_hash)
  VALUES (stela.current_org(), current_setting('app.actor'), p_action, p_outcome, p_container_tag,
    nullif(current_setting('app.session', true), ''), nullif(current_setting('app.request', true), ''),
    stela.with_key(p_details), stela.erasable_hash(NULL, stela.with_key(p_details)))
$$;
