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

-- The first statement of every transaction: finds the key, refuses it or sets who is asking for the rest of the transaction.
-- ST401: no such key, revoked or expired. ST403: the scope is missing (DETAIL names it). ST404: the container is not covered.
-- A key that may only propose is let in where documents are written, and marked: see 015_proposing.sql.
CREATE OR REPLACE FUNCTION stela.authenticate(
  p_key_hash bytea, p_scope text, p_container_tag text, p_session text, p_request text, p_model text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_key stela.api_keys;
  is_proposing boolean;
BEGIN
  SELECT * INTO found_key FROM stela.api_keys WHERE hash = p_key_hash;
  IF found_key.id IS NULL OR found_key.revoked_at <= now() OR found_key.expires_at <= now() THEN
    RAISE EXCEPTION USING ERRCODE = 'ST401', MESSAGE = 'The key is unknown, revoked or expired';
  END IF;
  is_proposing := p_scope = 'documents:write' AND NOT p_scope = ANY (found_key.scopes)
    AND 'documents:propose' = ANY (found_key.scopes);
  IF NOT is_proposing AND NOT p_scope = ANY (found_key.scopes) THEN
    RAISE EXCEPTION USING ERRCODE = 'ST403', MESSAGE = 'The key lacks a scope', DETAIL = p_scope;
  END IF;
  IF p_container_tag IS NOT NULL AND NOT stela.covers(found_key.containers, p_container_tag) THEN
    RAISE EXCEPTION USING ERRCODE = 'ST404', MESSAGE = 'The key does not cover the container';
  END IF;
  PERFORM
    set_config('app.org_id', found_key.org_id::text, true),
    set_config('app.actor', 'key:' || found_key.id, true),
    set_config('app.containers', found_key.containers::text, true),
    set_config('app.is_proposing', is_proposing::text, true),
    set_config('app.session', coalesce(p_session, ''), true),
    set_config('app.request', coalesce(p_request, ''), true),
    set_config('app.model', coalesce(p_model, ''), true);
  IF found_key.last_used_at IS NULL OR found_key.last_used_at < now() - interval '1 minute' THEN
    -- A request that is already noting the use is not waited for.
    UPDATE stela.api_keys SET last_used_at = now() WHERE id = (
      SELECT id FROM stela.api_keys
      WHERE id = found_key.id AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
      FOR UPDATE SKIP LOCKED
    );
  END IF;
END
$$;
