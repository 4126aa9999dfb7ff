-- A key with documents:propose and without documents:write is proposing: `app.is_proposing` is true. While it is, no document can be
-- changed, by whatever function: the trigger refuses with ST403. Only stela.propose lifts that, in a block that it always rolls back.
CREATE OR REPLACE FUNCTION stela.is_proposing() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(current_setting('app.is_proposing', true), '') = 'true';

CREATE OR REPLACE FUNCTION stela.refuse_proposing() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF stela.is_proposing() THEN
    RAISE EXCEPTION USING ERRCODE = 'ST403', MESSAGE = 'The key may only propose', DETAIL = 'documents:write';
  END IF;
END
$$;
