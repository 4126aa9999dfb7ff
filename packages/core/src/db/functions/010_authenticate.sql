-- Whether one of a key's container patterns (a tag, or a prefix that ends in *) covers a container.
CREATE OR REPLACE FUNCTION stela.covers(patterns text[], container_tag text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN EXISTS (
  SELECT FROM unnest(patterns) AS pattern
  WHERE pattern = container_tag OR (right(pattern, 1) = '*' AND starts_with(container_tag, left(pattern, -1)))
);

-- Whether the authenticated key covers a container: for statements that find the container themselves.
CREATE OR REPLACE FUNCTION stela.may_access(container_tag text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN stela.covers(current_setting('app.containers', true)::text[], container_tag);

-- Whether each of the wanted patterns lies within one of those there are: `user:*` covers `user:42` and `user:4*`. A tag holds
-- no *, so a pattern is covered as a tag of that text would be.
CREATE OR REPLACE FUNCTION stela.covers_all(patterns text[], wanted text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN NOT EXISTS (SELECT FROM unnest(wanted) AS pattern WHERE NOT stela.covers(patterns, pattern));

DROP FUNCTION IF EXISTS stela.begin_request(
  stela.api_keys, text, text, text[], text[], timestamptz, text, text, text, text, text);

-- The first statement of every transaction: finds the key, refuses it or sets for the transaction who is asking and what for.
-- ST401: no such key, revoked or expired. ST403: the scope is missing (DETAIL names it). ST404: the container is not covered.
-- Who may only propose is let in where documents are written, and marked: see 015_proposing.sql.
-- Every request pays for this function, so it calls no other for what is plain.
CREATE OR REPLACE FUNCTION stela.authenticate(
  p_key_hash bytea, p_scope text, p_container_tag text, p_session text, p_request text, p_model text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_key record;
  is_proposing boolean := false;
BEGIN
  SELECT k.*, o.moved_to, o.frozen_at INTO found_key
  FROM stela.api_keys AS k JOIN stela.organizations AS o ON o.id = k.org_id WHERE k.hash = p_key_hash;
  IF found_key.id IS NULL OR found_key.revoked_at <= now() OR found_key.expires_at <= now() THEN
    RAISE EXCEPTION USING ERRCODE = 'ST401', MESSAGE = 'The key is unknown, revoked or expired',
      DETAIL = CASE WHEN found_key.id IS NULL THEN 'unknown' ELSE '' END;
  ELSIF found_key.moved_to IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ST307', MESSAGE = 'The organization lives in another shard', DETAIL = found_key.moved_to;
  END IF;
  IF NOT p_scope = ANY (found_key.scopes) THEN
    is_proposing := p_scope = 'documents:write' AND 'documents:propose' = ANY (found_key.scopes);
    IF NOT is_proposing THEN
      RAISE EXCEPTION USING ERRCODE = 'ST403', MESSAGE = 'The key lacks a scope', DETAIL = p_scope;
    END IF;
  END IF;
  IF NOT (p_container_tag IS NULL OR '*' = ANY (found_key.containers) OR p_container_tag = ANY (found_key.containers)) THEN
    IF NOT stela.covers(found_key.containers, p_container_tag) THEN
      RAISE EXCEPTION USING ERRCODE = 'ST404', MESSAGE = 'The key does not cover the container';
    END IF;
  END IF;
  PERFORM
    set_config('app.org_id', found_key.org_id::text, true),
    set_config('app.actor', 'key:' || found_key.id, true),
    set_config('app.key_id', found_key.id::text, true),
    set_config('app.via_key', '', true),
    set_config('app.scopes', found_key.scopes::text, true),
    set_config('app.containers', found_key.containers::text, true),
    set_config('app.is_proposing', is_proposing::text, true),
    set_config('app.touched', CASE WHEN p_container_tag IS NULL THEN '{}' ELSE ARRAY[p_container_tag]::text END, true),
    -- Until when what this caller makes may live: no longer than itself.
    set_config('app.grants_until', coalesce(found_key.expires_at::text, ''), true),
    set_config('app.answers_to', 'key:' || found_key.id, true),
    set_config('app.session', coalesce(p_session, ''), true),
    set_config('app.request', coalesce(p_request, ''), true),
    set_config('app.model', coalesce(p_model, ''), true);
  IF found_key.frozen_at IS NOT NULL THEN
    -- While an organization is moved nothing of it may change here, by whatever way: writes fail with 25006.
    PERFORM set_config('transaction_read_only', 'on', true);
  ELSIF found_key.last_used_at IS NULL OR found_key.last_used_at < now() - interval '1 minute' THEN
    -- A request that is already noting the use is not waited for.
    UPDATE stela.api_keys SET last_used_at = now() WHERE id = (
      SELECT id FROM stela.api_keys
      WHERE id = found_key.id AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
      FOR UPDATE SKIP LOCKED
    );
  END IF;
END
$$;

-- The same for a token, whose signature and expiry the Worker has checked. It asks for its key, with scopes and containers of its
-- own, perhaps for a person. It lives and dies with its key, and is never wider: ST401 for a token of a key that is unknown, revoked
-- or expired, or that has not all that the token claims.
CREATE OR REPLACE FUNCTION stela.authenticate_token(
  p_key_id uuid, p_token_id text, p_person text, p_scopes text[], p_containers text[], p_expires_at timestamptz,
  p_scope text, p_container_tag text, p_session text, p_request text, p_model text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_key stela.api_keys;
  actor text := coalesce('person:' || p_person, 'token:' || p_token_id);
  is_proposing boolean := p_scope = 'documents:write' AND NOT p_scope = ANY (p_scopes) AND 'documents:propose' = ANY (p_scopes);
BEGIN
  SELECT * INTO found_key FROM stela.api_keys WHERE id = p_key_id;
  IF found_key.id IS NULL OR found_key.revoked_at <= now() OR found_key.expires_at <= now()
    OR NOT p_scopes <@ found_key.scopes OR NOT stela.covers_all(found_key.containers, p_containers) THEN
    RAISE EXCEPTION USING ERRCODE = 'ST401', MESSAGE = 'The key of the token is unknown, revoked, expired or narrower';
  END IF;
  IF NOT is_proposing AND NOT p_scope = ANY (p_scopes) THEN
    RAISE EXCEPTION USING ERRCODE = 'ST403', MESSAGE = 'The key lacks a scope', DETAIL = p_scope;
  END IF;
  IF p_container_tag IS NOT NULL AND NOT stela.covers(p_containers, p_container_tag) THEN
    RAISE EXCEPTION USING ERRCODE = 'ST404', MESSAGE = 'The key does not cover the container';
  END IF;
  -- As its key, which may all that the token may, and then less.
  PERFORM stela.authenticate(found_key.hash, p_scope, p_container_tag, p_session, p_request, p_model);
  PERFORM
    set_config('app.actor', actor, true),
    set_config('app.via_key', 'key:' || found_key.id, true),
    set_config('app.scopes', p_scopes::text, true),
    set_config('app.containers', p_containers::text, true),
    set_config('app.is_proposing', is_proposing::text, true),
    -- A person's keys outlive a sign-in.
    set_config('app.grants_until',
      coalesce((CASE WHEN p_person IS NULL THEN p_expires_at ELSE found_key.expires_at END)::text, ''), true),
    -- One person with two tokens meets the answers of the one under the keys of the other only if both may do the same.
    set_config('app.answers_to', actor || ' ' || md5(concat_ws(' ', found_key.id, p_scopes, p_containers)), true);
END
$$;

-- For a page of another origin: STORI unless the authenticated organization lists it.
CREATE OR REPLACE FUNCTION stela.require_origin(p_origin text) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM stela.organizations WHERE id = stela.current_org() AND p_origin = ANY (allowed_origins)) THEN
    RAISE EXCEPTION USING ERRCODE = 'STORI', MESSAGE = 'The organization does not allow the origin';
  END IF;
END
$$;

-- For functions that do more than their caller's role may: the scope has to be one that was authenticated.
CREATE OR REPLACE FUNCTION stela.require_scope(p_scope text) RETURNS void
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF NOT coalesce(p_scope = ANY (nullif(current_setting('app.scopes', true), '')::text[]), false) THEN
    RAISE EXCEPTION USING ERRCODE = 'ST403', MESSAGE = 'The key lacks a scope', DETAIL = p_scope;
  END IF;
END
$$;
