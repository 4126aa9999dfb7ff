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

-- Keeps an answer under the key that claim_answer took, and gives it back. What has to be scanned first is no answer yet:
-- the key is free for the statement that follows it.
CREATE OR REPLACE FUNCTION stela.keep_answer(p_key text, p_answer json) RETURNS json
LANGUAGE plpgsql AS $$
BEGIN
  IF p_answer ->> 'outcome' IN ('judge', 'screen') OR p_answer -> 'refusal' ->> 'outcome' = 'judge' THEN
    DELETE FROM stela.idempotency
    WHERE org_id = stela.current_org() AND actor = current_setting('app.answers_to') AND key = p_key;
    RETURN p_answer;
  END IF;
  UPDATE stela.idempotency SET answer = p_answer, container_tags = coalesce(nullif(current_setting('app.touched', true), ''), '{}')::text[]
  WHERE org_id = stela.current_org() AND actor = current_setting('app.answers_to') AND key = p_key;
  RETURN p_answer;
END
$$;
