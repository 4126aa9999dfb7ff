-- Claims an Idempotency-Key for this transaction. Null: it is ours, run the statement. Otherwise the answer kept by the first
-- request, as {"replayed": …}. A request still in flight with the same key is waited for. ST422: the key came with another request.
CREATE OR REPLACE FUNCTION stela.claim_answer(p_key text, p_fingerprint bytea) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  caller constant text := current_setting('app.answers_to');
  lock_key constant bigint := hashtextextended(p_key, hashtextextended(caller, hashtextextended(current_setting('app.org_id'), 2)));
  -- A lock in place of a row: an answer is then written once. An assignment is evaluated at once, where PERFORM would run a query.
  is_held constant boolean := pg_advisory_xact_lock(lock_key) IS NOT NULL;
  kept record;
  is_kept boolean;
  is_noted boolean;
BEGIN
  SELECT fingerprint, answer, at INTO kept FROM stela.idempotency
  WHERE org_id = stela.current_org() AND actor = caller AND key = p_key;
  is_kept := FOUND;
  IF is_kept AND kept.at < now() - interval '24 hours' THEN
    DELETE FROM stela.idempotency WHERE org_id = stela.current_org() AND actor = caller AND key = p_key;
    is_kept := false;
  END IF;
  IF NOT is_kept THEN
    is_noted := set_config('app.fingerprint', p_fingerprint::text, true) IS NOT NULL;
    RETURN NULL;
  END IF;
  IF kept.fingerprint <> p_fingerprint THEN
    RAISE EXCEPTION USING ERRCODE = 'ST422', MESSAGE = 'The Idempotency-Key was used with another request';
  END IF;
  RETURN json_build_object('replayed', kept.answer);
END
$$;

-- The answer that is kept under a key, as claim_answer gives it, or null. Claims nothing.
CREATE OR REPLACE FUNCTION stela.kept_answer(p_key text, p_fingerprint bytea) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  kept stela.idempotency;
BEGIN
  SELECT * INTO kept FROM stela.idempotency
  WHERE org_id = stela.current_org() AND actor = current_setting('app.answers_to') AND key = p_key
    AND at >= now() - interval '24 hours' AND answer IS NOT NULL;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF kept.fingerprint <> p_fingerprint THEN
    RAISE EXCEPTION USING ERRCODE = 'ST422', MESSAGE = 'The Idempotency-Key was used with another request';
  END IF;
  RETURN json_build_object('replayed', kept.answer);
END
$$;

-- Keeps an answer under the key that claim_answer took, and gives it back. What has to be scanned first is no answer yet:
-- the key is free for the statement that follows it.
CREATE OR REPLACE FUNCTION stela.keep_answer(p_key text, p_answer json) RETURNS json
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT stela.is_done(p_answer) AND (p_answer ->> 'outcome' IN ('judge', 'screen') OR p_answer -> 'refusal' ->> 'outcome' = 'judge') THEN
    RETURN p_answer;
  END IF;
  INSERT INTO stela.idempotency (org_id, actor, key, fingerprint, answer, container_tags)
  VALUES (stela.current_org(), current_setting('app.answers_to'), p_key, current_setting('app.fingerprint')::bytea, p_answer,
    coalesce(nullif(current_setting('app.touched', true), ''), '{}')::text[]);
  RETURN p_answer;
END
$$;
