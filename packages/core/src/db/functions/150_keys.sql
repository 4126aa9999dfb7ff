-- The app's role sees no key. These functions do, for callers with the scope `keys`, within their organization and containers.

CREATE OR REPLACE FUNCTION stela.key_json(k stela.api_keys) RETURNS json
LANGUAGE sql STABLE
RETURN json_build_object(
  'id', k.id, 'prefix', k.prefix, 'name', k.name, 'scopes', k.scopes, 'containers', k.containers,
  'createdAt', stela.rfc3339(k.created_at), 'createdBy', k.created_by, 'expiresAt', stela.rfc3339(k.expires_at),
  'revokedAt', stela.rfc3339(k.revoked_at), 'lastUsedAt', stela.rfc3339(k.last_used_at), 'replacedBy', k.replaced_by
);

-- Whether a key of these containers is within what the caller covers.
CREATE OR REPLACE FUNCTION stela.may_see_key(p_containers text[]) RETURNS boolean
LANGUAGE sql STABLE
RETURN stela.covers_all(current_setting('app.containers', true)::text[], p_containers);

-- Null, or why the caller cannot give away these rights: it has not all of them, or not for as long.
CREATE OR REPLACE FUNCTION stela.grant_refusal(p_scopes text[], p_containers text[], p_expires_at timestamptz) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  missing_scope text;
BEGIN
  SELECT scope INTO missing_scope FROM unnest(p_scopes) AS scope
  WHERE NOT scope = ANY (current_setting('app.scopes')::text[]) LIMIT 1;
  IF NOT stela.may_see_key(p_containers) THEN
    RETURN json_build_object('outcome', 'lacks_container');
  ELSIF missing_scope IS NOT NULL THEN
    RETURN json_build_object('outcome', 'lacks_scope', 'scope', missing_scope);
  ELSIF p_expires_at <= now() THEN
    RETURN json_build_object('outcome', 'expires_in_past');
  ELSIF coalesce(p_expires_at, 'infinity') > coalesce(nullif(current_setting('app.grants_until'), '')::timestamptz, 'infinity') THEN
    RETURN json_build_object('outcome', 'outlives_maker');
  END IF;
  RETURN NULL;
END
$$;

-- Outcomes: done {salt, key}, or those of grant_refusal. Without an expiry the key lives as long as its maker. The salt is given
-- back so that it is kept with the answer: with it the Worker makes the text of the key again for a repeated request.
CREATE OR REPLACE FUNCTION stela.create_key(
  p_id uuid, p_salt text, p_hash bytea, p_prefix text, p_name text, p_scopes text[], p_containers text[], p_expires_at timestamptz
) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  k stela.api_keys;
  expiry timestamptz := coalesce(p_expires_at, nullif(current_setting('app.grants_until'), '')::timestamptz);
  refusal json;
BEGIN
  PERFORM stela.require_scope('keys');
  refusal := stela.grant_refusal(p_scopes, p_containers, expiry);
  IF refusal IS NOT NULL THEN
    RETURN refusal;
  END IF;
  INSERT INTO stela.api_keys (id, org_id, name, prefix, hash, scopes, containers, expires_at, created_by)
  VALUES (p_id, stela.current_org(), p_name, p_prefix, p_hash, p_scopes, p_containers, expiry, current_setting('app.actor'))
  RETURNING * INTO k;
  PERFORM stela.append_audit('key.create', 'done', NULL, jsonb_build_object('keyId', k.id, 'prefix', k.prefix,
    'scopes', to_jsonb(k.scopes), 'containers', to_jsonb(k.containers), 'expiresAt', stela.rfc3339(k.expires_at)));
  RETURN json_build_object('outcome', 'done', 'salt', p_salt, 'key', stela.key_json(k));
END
$$;

-- Newest first, beneath the id of the page before. One more than shown tells that there are more.
CREATE OR REPLACE FUNCTION stela.list_keys(p_before uuid, p_limit integer) RETURNS json
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM stela.require_scope('keys');
  RETURN (
    SELECT coalesce(json_agg(stela.key_json(page.k) ORDER BY page.id DESC), '[]')
    FROM (
      SELECT k, id FROM stela.api_keys AS k
      WHERE org_id = stela.current_org() AND stela.may_see_key(containers) AND (p_before IS NULL OR id < p_before)
      ORDER BY id DESC LIMIT p_limit
    ) AS page
  );
END
$$;

-- Null when there is none that the caller may see.
CREATE OR REPLACE FUNCTION stela.get_key(p_id uuid) RETURNS json
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM stela.require_scope('keys');
  RETURN (
    SELECT stela.key_json(k) FROM stela.api_keys AS k
    WHERE id = p_id AND org_id = stela.current_org() AND stela.may_see_key(containers)
  );
END
$$;

-- Finds a key to change it. One change of an organization's keys at a time: two that each look whether another is left see each other.
CREATE OR REPLACE FUNCTION stela.lock_key(p_id uuid) RETURNS stela.api_keys
LANGUAGE plpgsql AS $$
DECLARE
  k stela.api_keys;
BEGIN
  PERFORM FROM stela.organizations WHERE id = stela.current_org() FOR NO KEY UPDATE;
  SELECT * INTO k FROM stela.api_keys
  WHERE id = p_id AND org_id = stela.current_org() AND stela.may_see_key(containers) FOR UPDATE;
  RETURN k;
END
$$;

-- Works on the next request. A key that is revoked already stays so. Outcomes: done {key}, missing, last_key: without it nobody
-- could make keys for its containers any more.
CREATE OR REPLACE FUNCTION stela.revoke_key(p_id uuid) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  k stela.api_keys;
BEGIN
  PERFORM stela.require_scope('keys');
  k := stela.lock_key(p_id);
  IF k.id IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  ELSIF k.revoked_at IS NOT NULL THEN
    RETURN json_build_object('outcome', 'done', 'key', stela.key_json(k));
  END IF;
  IF 'keys' = ANY (k.scopes) AND coalesce(k.expires_at > now(), true) AND NOT EXISTS (
    SELECT FROM stela.api_keys AS other
    WHERE other.org_id = k.org_id AND other.id <> k.id AND 'keys' = ANY (other.scopes) AND other.revoked_at IS NULL
      AND other.replaced_by IS NULL AND coalesce(other.expires_at > now(), true)
      AND stela.covers_all(other.containers, k.containers)
  ) THEN
    RETURN json_build_object('outcome', 'last_key');
  END IF;
  UPDATE stela.api_keys SET revoked_at = date_trunc('milliseconds', now()) WHERE id = k.id RETURNING * INTO k;
  PERFORM stela.append_audit('key.revoke', 'done', NULL, jsonb_build_object('keyId', k.id, 'prefix', k.prefix));
  RETURN json_build_object('outcome', 'done', 'key', stela.key_json(k));
END
$$;

-- Makes a key with the rights of another, which lives on for `p_overlap_seconds`. Outcomes: done {salt, key}, missing, not_live
-- {reason}, overlap_too_short, or those of grant_refusal.
CREATE OR REPLACE FUNCTION stela.rotate_key(
  p_id uuid, p_new_id uuid, p_salt text, p_hash bytea, p_prefix text, p_overlap_seconds integer, p_least_own_overlap_seconds integer
) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  k stela.api_keys;
  made stela.api_keys;
  reason text;
  refusal json;
BEGIN
  PERFORM stela.require_scope('keys');
  k := stela.lock_key(p_id);
  IF k.id IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;
  reason := CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.replaced_by IS NOT NULL THEN 'replaced'
    WHEN k.expires_at <= now() THEN 'expired' END;
  IF reason IS NOT NULL THEN
    RETURN json_build_object('outcome', 'not_live', 'reason', reason);
  ELSIF k.id::text = current_setting('app.key_id') AND p_overlap_seconds < p_least_own_overlap_seconds THEN
    RETURN json_build_object('outcome', 'overlap_too_short');
  END IF;
  refusal := stela.grant_refusal(k.scopes, k.containers, k.expires_at);
  IF refusal IS NOT NULL THEN
    RETURN refusal;
  END IF;
  INSERT INTO stela.api_keys (id, org_id, name, prefix, hash, scopes, containers, expires_at, created_by)
  VALUES (p_new_id, k.org_id, k.name, p_prefix, p_hash, k.scopes, k.containers, k.expires_at, current_setting('app.actor'))
  RETURNING * INTO made;
  UPDATE stela.api_keys SET replaced_by = made.id,
    expires_at = least(expires_at, now() + make_interval(secs => p_overlap_seconds)),
    revoked_at = CASE WHEN p_overlap_seconds = 0 THEN date_trunc('milliseconds', now()) END
  WHERE id = k.id;
  PERFORM stela.append_audit('key.rotate', 'done', NULL, jsonb_build_object('keyId', k.id, 'newKeyId', made.id,
    'prefix', made.prefix, 'overlapSeconds', p_overlap_seconds));
  RETURN json_build_object('outcome', 'done', 'salt', p_salt, 'key', stela.key_json(made));
END
$$;

-- Says what a token may claim; the Worker signs it. Nothing is stored of it but this event. Outcomes: done {claims}, not_a_key, or
-- those of grant_refusal.
CREATE OR REPLACE FUNCTION stela.grant_token(
  p_token_id text, p_person text, p_name text, p_scopes text[], p_containers text[], p_expires_in_seconds integer
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  -- Whole seconds, so that a token and its answer say the same.
  expiry timestamptz := date_trunc('second', least(
    now() + make_interval(secs => p_expires_in_seconds), nullif(current_setting('app.grants_until'), '')::timestamptz));
  refusal json;
BEGIN
  PERFORM stela.require_scope('keys');
  IF current_setting('app.via_key') <> '' THEN
    RETURN json_build_object('outcome', 'not_a_key');
  END IF;
  refusal := stela.grant_refusal(p_scopes, p_containers, expiry);
  IF refusal IS NOT NULL THEN
    RETURN refusal;
  END IF;
  PERFORM stela.append_audit('token.create', 'done', NULL, jsonb_strip_nulls(jsonb_build_object('tokenId', p_token_id,
    'person', p_person, 'name', p_name, 'scopes', to_jsonb(p_scopes), 'containers', to_jsonb(p_containers),
    'expiresAt', stela.rfc3339(expiry))));
  RETURN json_build_object('outcome', 'done', 'claims', json_build_object('tokenId', p_token_id,
    'keyId', current_setting('app.key_id'), 'person', p_person, 'scopes', p_scopes, 'containers', p_containers,
    'expiresAt', stela.rfc3339(expiry)));
END
$$;
