-- Claims an Idempotency-Key for this transaction. Null: it is ours, run the statement. Otherwise the answer kept by the first
-- request, as {"replayed": …}. A request still in flight with the same key is waited for. ST422: the key came with another request.
CREATE OR REPLACE FUNCTION stela.claim_answer(p_key text, p_fingerprint bytea) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  kept stela.idempotency;
BEGIN
  INSERT INTO stela.idempotency AS claim (org_id, actor, key, fingerprint)
  VALUES (stela.current_org(), current_setting('app.answers_to'), p_key, p_fingerprint)
  ON CONFLICT (org_id, actor, key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = NULL, at = now()
    WHERE claim.at < now() - interval '24 hours';
  IF FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO STRICT kept FROM stela.idempotency
  WHERE org_id = stela.current_org() AND actor = current_setting('app.answers_to') AND key = p_key;
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

-- Keeps an answer under the key that claim_answer took, and gives it back. An edit that has to be judged first is no answer yet:
-- the key is free for the statement that follows it.
CREATE OR REPLACE FUNCTION stela.keep_answer(p_key text, p_answer json) RETURNS json
LANGUAGE plpgsql AS $$
BEGIN
  IF 'judge' IN (p_answer ->> 'outcome', p_answer -> 'refusal' ->> 'outcome') THEN
    DELETE FROM stela.idempotency
    WHERE org_id = stela.current_org() AND actor = current_setting('app.answers_to') AND key = p_key;
    RETURN p_answer;
  END IF;
  UPDATE stela.idempotency SET answer = p_answer, container_tags = coalesce(nullif(current_setting('app.touched', true), ''), '{}')::text[]
  WHERE org_id = stela.current_org() AND actor = current_setting('app.answers_to') AND key = p_key;
  RETURN p_answer;
END
$$;
