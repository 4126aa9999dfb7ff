-- The only writers of history, of the audit trail of changes and of the counters are these triggers: no code path can skip them. They
-- have no WHEN where they can do without: Postgres parses and plans that anew for every statement, which costs more than the call.

-- Writes the new state and what was done. A change of anything but the time of access has to come with the next version, and a proposer
-- makes none. What a statement says it writes many of (`app.recording` is `statement`), record_revisions writes.
CREATE OR REPLACE FUNCTION stela.record_revision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  revised integer;
  operation text;
  actor text;
  session text;
  request text;
  via_key text;
  -- An assignment is evaluated at once, where PERFORM would run a query.
  is_marked boolean;
  bytes_written integer := 0;
  details jsonb;
BEGIN
  IF current_setting('app.is_proposing', true) = 'true' THEN
    RAISE EXCEPTION USING ERRCODE = 'ST403', MESSAGE = 'The key may only propose', DETAIL = 'documents:write';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF new.version <> old.version + 1 THEN
      IF stela.is_same_state(old, new) THEN
        RETURN NULL;
      END IF;
      RAISE EXCEPTION 'A change of a document needs the version after %', old.version;
    END IF;
  END IF;
  IF current_setting('app.recording', true) = 'statement' THEN
    RETURN NULL;
  END IF;
  actor := coalesce(nullif(current_setting('app.actor', true), ''), 'system');
  session := nullif(current_setting('app.session', true), '');
  request := nullif(current_setting('app.request', true), '');
  via_key := current_setting('app.via_key', true);
  IF TG_OP = 'UPDATE' THEN
    revised := new.version;
    operation := CASE WHEN old.custom_id <> new.custom_id THEN 'rename' ELSE 'update' END;
    IF new.bytes <> old.bytes OR new.content <> old.content THEN
      bytes_written := new.bytes;
    END IF;
  ELSIF TG_OP = 'INSERT' THEN
    revised := new.version;
    operation := 'create';
    bytes_written := new.bytes;
  ELSE
    new := old;
    new.content := NULL;
    revised := old.version + 1;
    operation := 'delete';
  END IF;
  details := jsonb_build_object('version', revised, 'bytes', bytes_written);
  IF operation = 'rename' THEN
    details := details || jsonb_build_object('from', old.custom_id);
  END IF;
  IF via_key <> '' THEN
    details := details || jsonb_build_object('key', via_key);
  END IF;
  -- What puts an earlier state back says so: it is a change of every kind at once.
  IF operation <> 'delete' AND current_setting('app.operation', true) = 'restore' THEN
    operation := 'restore';
  END IF;
  INSERT INTO stela.revisions (
    org_id, document_id, version, container_tag, custom_id, operation, content, metadata, tags, fields,
    actor, approved_by, session, request, model
  ) VALUES (
    new.org_id, new.id, revised, new.container_tag, new.custom_id, operation, new.content, new.metadata, new.tags,
    jsonb_build_object('category', new.category, 'key', new.key, 'importance', new.importance, 'status', new.status,
      'source', new.source, 'pinned', new.is_pinned, 'expiresAt', new.expires_at)
      || CASE WHEN new.confidence IS NULL AND new.occurred_at IS NULL AND new.superseded_by IS NULL THEN '{}'
        ELSE jsonb_strip_nulls(jsonb_build_object(
          'confidence', new.confidence, 'occurredAt', new.occurred_at, 'supersededBy', new.superseded_by)) END,
    actor, nullif(current_setting('app.approver', true), ''), session, request, nullif(current_setting('app.model', true), '')
  );
  -- The event's own trigger hashes what may be erased of it.
  INSERT INTO stela.audit_events (
    org_id, actor, action, outcome, container_tag, custom_id, document_id, session, request, details, erasable_hash
  ) VALUES (
    new.org_id, actor, 'document.' || operation, 'done', new.container_tag, new.custom_id, new.id, session, request, details, ''
  );
  is_marked := stela.mark_for_search(new.org_id, new.container_tag, new.id);
  RETURN NULL;
END
$$;

-- Whether two rows of a document differ in nothing but its times.
CREATE OR REPLACE FUNCTION stela.is_same_state(a stela.documents, b stela.documents) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  a.version, a.container_tag, a.custom_id, a.content, a.metadata, a.tags, a.category, a.key, a.importance, a.status, a.source,
  a.confidence, a.occurred_at, a.superseded_by, a.is_pinned, a.expires_at
) IS NOT DISTINCT FROM (
  b.version, b.container_tag, b.custom_id, b.content, b.metadata, b.tags, b.category, b.key, b.importance, b.status, b.source,
  b.confidence, b.occurred_at, b.superseded_by, b.is_pinned, b.expires_at
);

-- Does what record_revision does, for all rows of a statement that said before that it writes many (`app.recording` is `statement`). EXECUTE, because a
-- plan that is kept would be for as many rows as there were the first time.
CREATE OR REPLACE FUNCTION stela.record_revisions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  source text := CASE TG_OP WHEN 'INSERT' THEN 'new_rows AS d' WHEN 'DELETE' THEN 'old_rows AS d'
    ELSE 'new_rows AS d JOIN old_rows AS old ON old.org_id = d.org_id AND old.id = d.id AND old.version <> d.version' END;
  revised text := CASE WHEN TG_OP = 'DELETE' THEN 'd.version + 1' ELSE 'd.version' END;
  content text := CASE WHEN TG_OP = 'DELETE' THEN 'NULL' ELSE 'd.content' END;
  operation text := CASE
    WHEN TG_OP = 'DELETE' THEN '''delete''' WHEN current_setting('app.operation', true) = 'restore' THEN '''restore'''
    WHEN TG_OP = 'INSERT' THEN '''create''' ELSE 'CASE WHEN d.custom_id <> old.custom_id THEN ''rename'' ELSE ''update'' END' END;
  bytes_written text := CASE TG_OP WHEN 'INSERT' THEN 'd.bytes' WHEN 'DELETE' THEN '0'
    ELSE 'CASE WHEN d.content <> old.content THEN d.bytes ELSE 0 END' END;
  moved text := CASE WHEN TG_OP = 'UPDATE' THEN
    '|| CASE WHEN d.custom_id <> old.custom_id THEN jsonb_build_object(''from'', old.custom_id) ELSE ''{}'' END' ELSE '' END;
  actor text := coalesce(nullif(current_setting('app.actor', true), ''), 'system');
  session text := nullif(current_setting('app.session', true), '');
  request text := nullif(current_setting('app.request', true), '');
  set_memory text;
BEGIN
  IF current_setting('app.recording', true) IS DISTINCT FROM 'statement' THEN
    RETURN NULL;
  END IF;
  set_memory := set_config('work_mem', '64MB', true);
  EXECUTE format(
    'INSERT INTO stela.revisions (
       org_id, document_id, version, container_tag, custom_id, operation, content, metadata, tags, fields,
       actor, approved_by, session, request, model)
     SELECT d.org_id, d.id, %s, d.container_tag, d.custom_id, %s, %s, d.metadata, d.tags,
       jsonb_build_object(''category'', d.category, ''key'', d.key, ''importance'', d.importance, ''status'', d.status,
         ''source'', d.source, ''pinned'', d.is_pinned, ''expiresAt'', d.expires_at)
         || jsonb_strip_nulls(jsonb_build_object(
           ''confidence'', d.confidence, ''occurredAt'', d.occurred_at, ''supersededBy'', d.superseded_by)),
       $1, $2, $3, $4, $5
     FROM %s', revised, operation, content, source)
  USING actor, nullif(current_setting('app.approver', true), ''), session, request, nullif(current_setting('app.model', true), '');
  EXECUTE format(
    'INSERT INTO stela.audit_events (
       org_id, actor, action, outcome, container_tag, custom_id, document_id, session, request, details, erasable_hash)
     SELECT org_id, $1, ''document.'' || operation, ''done'', container_tag, custom_id, id, $2, $3, details,
       stela.erasable_hash(custom_id, details)
     FROM (
       SELECT d.org_id, d.container_tag, d.custom_id, d.id, %s AS operation,
         stela.with_key(jsonb_build_object(''version'', %s, ''bytes'', %s) %s) AS details
       FROM %s OFFSET 0
     ) AS event', operation, revised, bytes_written, moved, source)
  USING actor, session, request;
  EXECUTE format(
    'INSERT INTO stela.search_marks (org_id, container_tag, document_id, transaction_id)
     SELECT d.org_id, d.container_tag, d.id, pg_current_xact_id()::text::bigint FROM %s ON CONFLICT DO NOTHING', source);
  RETURN NULL;
END
$$;

-- Says of the statements that follow in this transaction that they write many documents, or no longer.
CREATE OR REPLACE FUNCTION stela.write_many(p_many boolean) RETURNS text
LANGUAGE sql
AS $$ SELECT set_config('app.recording', CASE WHEN p_many THEN 'statement' ELSE '' END, true) $$;

-- What is erased with its history, or comes with it from another database, is recorded by neither: `app.recording` is `off` then, which the
-- owner's functions alone can say. Who writes is known in a WHEN only: within the function it is always the owner.
CREATE OR REPLACE TRIGGER documents_record_revision AFTER INSERT OR UPDATE OR DELETE ON stela.documents
  FOR EACH ROW WHEN (current_setting('app.recording', true) IS DISTINCT FROM 'off' OR current_user <> 'stela_owner')
  EXECUTE FUNCTION stela.record_revision();
CREATE OR REPLACE TRIGGER documents_record_many_inserted AFTER INSERT ON stela.documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stela.record_revisions();
CREATE OR REPLACE TRIGGER documents_record_many_updated AFTER UPDATE ON stela.documents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stela.record_revisions();
CREATE OR REPLACE TRIGGER documents_record_many_deleted AFTER DELETE ON stela.documents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stela.record_revisions();
DROP TRIGGER IF EXISTS documents_record_new_version ON stela.documents;
DROP TRIGGER IF EXISTS documents_refuse_unversioned_change ON stela.documents;
DROP FUNCTION IF EXISTS stela.refuse_unversioned_change;
DROP TRIGGER IF EXISTS documents_refuse_proposer ON stela.documents;
DROP FUNCTION IF EXISTS stela.refuse_change_by_proposer;

DROP FUNCTION IF EXISTS stela.add_to_counters(uuid, text, integer, bigint, bigint);
DROP FUNCTION IF EXISTS stela.count_for_organization;

-- Adds to the counters. Those of a container are 16 rows, of which a session writes one, so that writers seldom meet. Those of an
-- organization are a row that no other transaction holds, or a new one: transactions that write in different containers share no lock,
-- so here they must not wait for each other.
CREATE OR REPLACE FUNCTION stela.add_to_counters(p_org_id uuid, p_container_tag text, p_documents bigint, p_bytes bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stela.container_counters AS counter (org_id, container_tag, slot, documents, bytes)
  VALUES (p_org_id, p_container_tag, pg_backend_pid() & 15, p_documents, p_bytes)
  ON CONFLICT (org_id, container_tag, slot) DO UPDATE
    SET documents = counter.documents + excluded.documents, bytes = counter.bytes + excluded.bytes;
  UPDATE stela.organization_counters SET documents = documents + p_documents, bytes = bytes + p_bytes
  WHERE org_id = p_org_id AND slot = (
    SELECT slot FROM stela.organization_counters WHERE org_id = p_org_id ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED
  );
  IF NOT FOUND THEN
    INSERT INTO stela.organization_counters (org_id, slot, documents, bytes)
    VALUES (p_org_id, gen_random_uuid(), p_documents, p_bytes);
  END IF;
  RETURN true;
END
$$;

-- Counts the rows and bytes of one statement.
CREATE OR REPLACE FUNCTION stela.count_documents() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  change record;
  -- An assignment is evaluated at once, where PERFORM would run a query.
  done boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR change IN
      SELECT org_id, container_tag, count(*) AS documents, sum(bytes) AS bytes FROM new_rows GROUP BY 1, 2 ORDER BY 1, 2
    LOOP
      done := stela.add_to_counters(change.org_id, change.container_tag, change.documents, change.bytes);
    END LOOP;
  ELSIF TG_OP = 'DELETE' THEN
    FOR change IN
      SELECT org_id, container_tag, -count(*) AS documents, -sum(bytes) AS bytes FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2
    LOOP
      done := stela.add_to_counters(change.org_id, change.container_tag, change.documents, change.bytes);
    END LOOP;
  ELSE
    FOR change IN
      SELECT org_id, container_tag, sum(documents) AS documents, sum(bytes) AS bytes
      FROM (SELECT org_id, container_tag, 1 AS documents, bytes FROM new_rows
        UNION ALL SELECT org_id, container_tag, -1, -bytes FROM old_rows) AS sizes
      GROUP BY 1, 2 HAVING sum(documents) <> 0 OR sum(bytes) <> 0 ORDER BY 1, 2
    LOOP
      done := stela.add_to_counters(change.org_id, change.container_tag, change.documents, change.bytes);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER documents_count_inserted AFTER INSERT ON stela.documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stela.count_documents();
CREATE OR REPLACE TRIGGER documents_count_updated AFTER UPDATE ON stela.documents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stela.count_documents();
CREATE OR REPLACE TRIGGER documents_count_deleted AFTER DELETE ON stela.documents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stela.count_documents();
