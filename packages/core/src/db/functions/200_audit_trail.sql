-- Numbers every event after its transaction has an id of its own, so that seal_audit can tell which numbers are final, and sets what
-- no writer may choose. The number that the column's default took before is left out.
CREATE OR REPLACE FUNCTION stela.number_audit_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own_id constant xid8 := pg_current_xact_id();
BEGIN
  new.id := nextval('stela.audit_events_id_seq');
  new.at := clock_timestamp();
  -- What stela.erasable_hash says, which Postgres would call by way of a query.
  new.erasable_hash := sha256(convert_to(coalesce(new.custom_id, '') || E'\x01' || new.details::text, 'UTF8'));
  new.erased_by := NULL;
  RETURN new;
END
$$;

-- But for what record_revisions inserts, with the same values, after documents were changed, and for events that come from another
-- database: those are inserted by the owner.
CREATE OR REPLACE TRIGGER audit_events_number BEFORE INSERT ON stela.audit_events
  FOR EACH ROW WHEN (coalesce(current_setting('app.recording', true), '') = '' OR current_user <> 'stela_owner')
  EXECUTE FUNCTION stela.number_audit_event();

-- Notes a refusal, unless the last 60 events of the actor are refusals of the last minute: who is refused on purpose fills no table.
CREATE OR REPLACE FUNCTION stela.append_refusal(p_container_tag text, p_details jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF (
    SELECT count(*) FROM (
      SELECT action, at FROM stela.audit_events
      WHERE org_id = stela.current_org() AND actor = current_setting('app.actor') ORDER BY id DESC LIMIT 60
    ) AS latest WHERE action = 'request.refused' AND at > clock_timestamp() - interval '1 minute'
  ) < 60 THEN
    PERFORM stela.append_audit('request.refused', 'refused', p_container_tag, p_details);
  END IF;
END
$$;

-- Gives a command's answer back, noting it where it is a refusal. Findings of secrets are noted where they are judged.
CREATE OR REPLACE FUNCTION stela.noted(p_container_tag text, p_answer json) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  code text;
BEGIN
  IF stela.is_done(p_answer) THEN
    RETURN p_answer;
  END IF;
  code := p_answer ->> 'outcome';
  IF code = 'refused' THEN
    code := p_answer -> 'refusal' ->> 'outcome';
  END IF;
  IF code IS NOT NULL AND code NOT IN ('done', 'judge', 'screen', 'proposed', 'secret_detected') THEN
    PERFORM stela.append_refusal(p_container_tag, jsonb_build_object('code', code));
  END IF;
  RETURN p_answer;
END
$$;

-- Notes a refusal whose own transaction was rolled back. A key that is none leaves no trace.
CREATE OR REPLACE FUNCTION stela.note_refusal(
  p_key_hash bytea, p_key_id uuid, p_actor text, p_container_tag text, p_session text, p_request text, p_details jsonb
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_key stela.api_keys;
BEGIN
  SELECT * INTO found_key FROM stela.api_keys WHERE hash = p_key_hash OR id = p_key_id;
  IF found_key.id IS NULL OR found_key.revoked_at <= now() OR found_key.expires_at <= now() OR EXISTS (
    SELECT FROM stela.organizations WHERE id = found_key.org_id AND (frozen_at IS NOT NULL OR moved_to IS NOT NULL)
  ) THEN
    RETURN;
  END IF;
  PERFORM
    set_config('app.org_id', found_key.org_id::text, true), set_config('app.actor', coalesce(p_actor, 'key:' || found_key.id), true),
    set_config('app.via_key', CASE WHEN p_actor IS NULL THEN '' ELSE 'key:' || found_key.id END, true),
    set_config('app.session', coalesce(p_session, ''), true), set_config('app.request', coalesce(p_request, ''), true);
  PERFORM stela.append_refusal(p_container_tag, p_details);
  PERFORM set_config('app.org_id', '', true);
END
$$;

-- Whether the authenticated key covers every container, those to come included.
CREATE OR REPLACE FUNCTION stela.covers_everything() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce('*' = ANY (current_setting('app.containers', true)::text[]), false);

-- Whether the authenticated key may see an event: of a container it covers, or of none where it covers all.
CREATE OR REPLACE FUNCTION stela.may_see_event(p_container_tag text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN p_container_tag IS NULL THEN stela.covers_everything() ELSE stela.may_access(p_container_tag) END;

-- Notes an export and gives its first page back. The page was read before, so the export is not in itself.
CREATE OR REPLACE FUNCTION stela.noting_export(p_container_tag text, p_details jsonb, p_page json) RETURNS json
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stela.append_audit('audit.export', 'done', p_container_tag, p_details);
  RETURN p_page;
END
$$;
