-- For the dashboard, which knows who has signed in and asks over a binding that no other program has. What it says of a person is
-- believed: these functions ask for no key.

-- The key that people's tokens of an organization come from, if one lives.
CREATE OR REPLACE FUNCTION stela.living_people_key(p_org_id uuid) RETURNS uuid
LANGUAGE sql VOLATILE AS $$
  SELECT id FROM stela.api_keys
  WHERE org_id = p_org_id AND created_by = 'system:dashboard' AND revoked_at IS NULL AND coalesce(expires_at > now(), true)
  ORDER BY id LIMIT 1
$$;

-- The same, made when there is none that lives. Nobody knows its text, so only its
-- id is of use; revoking it ends what people hold, at their next request, and the next sign-in makes another.
CREATE OR REPLACE FUNCTION stela.people_key(p_org_id uuid, p_new_id uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  found_id uuid := stela.living_people_key(p_org_id);
BEGIN
  IF found_id IS NULL THEN
    -- A page asks for several things at once: the first makes the key, the others find it.
    PERFORM FROM stela.organizations WHERE id = p_org_id FOR NO KEY UPDATE;
    found_id := stela.living_people_key(p_org_id);
  END IF;
  IF found_id IS NULL THEN
    INSERT INTO stela.api_keys (id, org_id, name, prefix, hash, scopes, created_by)
    VALUES (p_new_id, p_org_id, 'Dashboard', 'signed in people', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      '{documents:read,documents:write,documents:propose,history:read,erase,keys,admin}', 'system:dashboard')
    RETURNING id INTO found_id;
    PERFORM stela.append_audit('key.create', 'done', NULL, jsonb_build_object('keyId', found_id, 'prefix', 'signed in people'));
  END IF;
  RETURN found_id;
END
$$;

-- What a person's token may claim; {movedTo} when the organization lives in another shard by now; null when there is none of that id.
CREATE OR REPLACE FUNCTION stela.person_token(
  p_org_id uuid, p_person text, p_scopes text[], p_token_id text, p_new_key_id uuid, p_expires_in_seconds integer
) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  expiry timestamptz := date_trunc('second', now() + make_interval(secs => p_expires_in_seconds));
  key_id uuid;
  new_shard text;
BEGIN
  SELECT moved_to INTO new_shard FROM stela.organizations WHERE id = p_org_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN NULL;
  ELSIF new_shard IS NOT NULL THEN
    RETURN json_build_object('movedTo', new_shard);
  END IF;
  PERFORM set_config('app.org_id', p_org_id::text, true), set_config('app.actor', 'system:dashboard', true);
  key_id := stela.people_key(p_org_id, p_new_key_id);
  RETURN json_build_object('tokenId', p_token_id, 'keyId', key_id, 'person', p_person, 'scopes', p_scopes, 'containers', ARRAY['*'],
    'expiresAt', stela.rfc3339(expiry));
END
$$;

-- Notes what became of a person outside of any request to the API: a sign-in that failed, an invitation, a change of role. Gives back the
-- shard that the organization lives in by now, where it is another one.
DROP FUNCTION IF EXISTS stela.note_person(uuid, text, text, text, jsonb);
CREATE FUNCTION stela.note_person(p_org_id uuid, p_actor text, p_action text, p_outcome text, p_details jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  new_shard text;
BEGIN
  SELECT moved_to INTO new_shard FROM stela.organizations WHERE id = p_org_id FOR KEY SHARE;
  IF FOUND AND new_shard IS NULL THEN
    PERFORM set_config('app.org_id', p_org_id::text, true), set_config('app.actor', p_actor, true);
    PERFORM stela.append_audit(p_action, p_outcome, NULL, p_details);
  END IF;
  RETURN new_shard;
END
$$;
