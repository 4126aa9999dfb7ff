-- An event as it is sealed: all that is never changed. What an erasure may blank stands there as its hash.
CREATE OR REPLACE FUNCTION stela.sealed_form(e stela.audit_events) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN convert_to(json_build_array(
  e.id, e.actor, e.action, e.outcome, e.container_tag, e.document_id, e.session, e.request, stela.rfc3339(e.at),
  encode(e.erasable_hash, 'hex')
)::text, 'UTF8');

-- Seals the events of every organization in batches of at most 1,000, each into one link of the organization's hash chain, at most
-- `p_most_seals` in one call. Outcomes: done {sealed, hasMore}, and busy: another call is sealing, or a transaction that is older than
-- this one did not end within `p_patience`.
--
-- An event's number is taken before its transaction commits, so a lower number may appear after a higher one. Every event takes its
-- number after its transaction has an id (number_audit_event). So: read the highest number taken, then take an id of our own; all who
-- hold a number up to that one have lower ids. Once no transaction with a lower id runs, those numbers are final.
CREATE OR REPLACE FUNCTION stela.seal_audit(p_most_seals integer, p_patience interval DEFAULT '5 seconds') RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  highest bigint;
  own_id xid8;
  deadline timestamptz := clock_timestamp() + p_patience;
  org uuid;
  previous stela.audit_seals;
  batch record;
  sealed bigint := 0;
  seals integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('stela.seal_audit')) THEN
    RETURN json_build_object('outcome', 'busy', 'sealed', 0, 'hasMore', false);
  END IF;
  SELECT last_value INTO highest FROM stela.audit_events_id_seq;
  own_id := pg_current_xact_id();
  WHILE pg_snapshot_xmin(pg_current_snapshot()) < own_id LOOP
    IF clock_timestamp() >= deadline THEN
      RETURN json_build_object('outcome', 'busy', 'sealed', 0, 'hasMore', false);
    END IF;
    PERFORM pg_sleep(0.02);
  END LOOP;
  FOR org IN SELECT id FROM stela.organizations WHERE frozen_at IS NULL AND moved_to IS NULL ORDER BY id LOOP
    PERFORM set_config('app.org_id', org::text, true);
    previous := NULL;
    SELECT * INTO previous FROM stela.audit_seals WHERE org_id = org ORDER BY number DESC LIMIT 1;
    LOOP
      SELECT count(*) AS events, min(e.id) AS first_id, max(e.id) AS last_id,
        sha256(coalesce(previous.hash, '') || string_agg(stela.sealed_form(e), '\x0a' ORDER BY e.id)) AS hash
      INTO batch
      FROM (
        SELECT * FROM stela.audit_events WHERE org_id = org AND id > coalesce(previous.last_event_id, 0) AND id <= highest
        ORDER BY id LIMIT 1000
      ) AS e;
      EXIT WHEN batch.events = 0;
      IF seals >= p_most_seals THEN
        PERFORM set_config('app.org_id', '', true);
        RETURN json_build_object('outcome', 'done', 'sealed', sealed, 'hasMore', true);
      END IF;
      INSERT INTO stela.audit_seals (org_id, number, first_event_id, last_event_id, events, hash)
      VALUES (org, coalesce(previous.number, 0) + 1, batch.first_id, batch.last_id, batch.events, batch.hash)
      RETURNING * INTO previous;
      seals := seals + 1;
      sealed := sealed + batch.events;
    END LOOP;
  END LOOP;
  PERFORM set_config('app.org_id', '', true);
  RETURN json_build_object('outcome', 'done', 'sealed', sealed, 'hasMore', false);
END
$$;

-- Null, or what is wrong with one event of a sealed batch, seen by itself. What was blanked needs the receipt of an erasure.
CREATE OR REPLACE FUNCTION stela.event_problem(e stela.audit_events) RETURNS text
LANGUAGE sql STABLE
RETURN CASE
  WHEN e.erased_by IS NULL AND e.erasable_hash <> stela.erasable_hash(e.custom_id, e.details) THEN 'changed_event'
  WHEN e.erased_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM stela.erasures AS receipt
    WHERE receipt.org_id = e.org_id AND receipt.id = e.erased_by AND receipt.container_tag IS NOT DISTINCT FROM e.container_tag
  ) THEN 'erased_without_receipt'
  WHEN e.erased_by IS NOT NULL AND (e.custom_id IS NOT NULL OR e.details <> '{}') THEN 'changed_event'
END;

-- Recomputes the seals that follow `p_after`, at most `p_most_seals`, and stops at the first that is broken. Outcomes: done {seals, events,
-- lastSeal, hasMore, head, unsealedEvents, problem: null or {reason, seal, eventId}}, and needs_all_containers. `p_known_number` and
-- `p_known_hash` are a seal that the caller has kept: a chain that was made anew from its beginning has another hash there.
CREATE OR REPLACE FUNCTION stela.verify_audit(
  p_after bigint, p_most_seals integer, p_known_number bigint, p_known_hash bytea
) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  org uuid := stela.current_org();
  previous stela.audit_seals;
  seal stela.audit_seals;
  head stela.audit_seals;
  counted record;
  problem json;
  seals integer := 0;
  events bigint := 0;
BEGIN
  IF NOT stela.covers_everything() THEN
    RETURN json_build_object('outcome', 'needs_all_containers');
  END IF;
  SELECT * INTO head FROM stela.audit_seals WHERE org_id = org ORDER BY number DESC LIMIT 1;
  IF p_known_number IS NOT NULL AND NOT EXISTS (
    SELECT FROM stela.audit_seals WHERE org_id = org AND number = p_known_number AND hash = p_known_hash
  ) THEN
    problem := json_build_object('reason', 'rewritten_chain', 'seal', p_known_number, 'eventId', NULL);
  END IF;
  SELECT * INTO previous FROM stela.audit_seals WHERE org_id = org AND number = p_after;
  previous.number := p_after;
  WHILE problem IS NULL AND seals < p_most_seals AND previous.number < coalesce(head.number, 0) LOOP
    SELECT * INTO seal FROM stela.audit_seals WHERE org_id = org AND number = previous.number + 1;
    IF NOT FOUND THEN
      problem := json_build_object('reason', 'missing_seal', 'seal', previous.number + 1, 'eventId', NULL);
      EXIT;
    END IF;
    SELECT count(*) AS events, min(e.id) FILTER (WHERE stela.event_problem(e) IS NOT NULL) AS bad_id,
      min(e.id) AS first_id, max(e.id) AS last_id,
      sha256(coalesce(previous.hash, '') || coalesce(string_agg(stela.sealed_form(e), '\x0a' ORDER BY e.id), '')) AS hash
    INTO counted
    FROM stela.audit_events AS e
    WHERE e.org_id = org AND e.id > coalesce(previous.last_event_id, 0) AND e.id <= seal.last_event_id;
    problem := CASE
      WHEN counted.bad_id IS NOT NULL THEN (
        SELECT json_build_object('reason', stela.event_problem(e), 'seal', seal.number, 'eventId', e.id)
        FROM stela.audit_events AS e WHERE e.org_id = org AND e.id = counted.bad_id)
      WHEN counted.events < seal.events THEN json_build_object('reason', 'missing_event', 'seal', seal.number, 'eventId', NULL)
      WHEN counted.events > seal.events THEN json_build_object('reason', 'inserted_event', 'seal', seal.number, 'eventId', NULL)
      WHEN counted.hash <> seal.hash OR counted.first_id <> seal.first_event_id OR counted.last_id <> seal.last_event_id
        THEN json_build_object('reason', 'broken_seal', 'seal', seal.number, 'eventId', NULL)
    END;
    EXIT WHEN problem IS NOT NULL;
    seals := seals + 1;
    events := events + counted.events;
    previous := seal;
  END LOOP;
  RETURN json_build_object('outcome', 'done', 'seals', seals, 'events', events, 'lastSeal', previous.number,
    'hasMore', problem IS NULL AND previous.number < coalesce(head.number, 0), 'problem', problem,
    'head', CASE WHEN head.number IS NOT NULL THEN json_build_object(
      'number', head.number, 'hash', encode(head.hash, 'hex'), 'at', stela.rfc3339(head.at)) END,
    'unsealedEvents', (SELECT count(*) FROM stela.audit_events WHERE org_id = org AND id > coalesce(head.last_event_id, 0)));
END
$$;
