-- The only writers of history, of the audit trail of changes and of the counters are these triggers: no code path can skip them.

CREATE OR REPLACE FUNCTION stela.record_revision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  d stela.documents := CASE WHEN TG_OP = 'DELETE' THEN old ELSE new END;
  is_move boolean := TG_OP = 'UPDATE' AND old.custom_id <> new.custom_id;
  -- What puts an earlier state back says so: it is a change of every kind at once.
  operation text := CASE
    WHEN TG_OP = 'DELETE' THEN 'delete' WHEN current_setting('app.operation', true) = 'restore' THEN 'restore'
    WHEN TG_OP = 'INSERT' THEN 'create' WHEN is_move THEN 'rename' ELSE 'update' END;
  revised integer := CASE WHEN TG_OP = 'DELETE' THEN old.version + 1 ELSE new.version END;
  actor text := coalesce(nullif(current_setting('app.actor', true), ''), 'system');
  session text := nullif(current_setting('app.session', true), '');
  request text := nullif(current_setting('app.request', true), '');
  model text := nullif(current_setting('app.model', true), '');
  approver text := nullif(current_setting('app.approver', true), '');
  bytes_written integer := CASE WHEN TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND new.content <> old.content THEN new.bytes ELSE 0 END;
  details jsonb := stela.with_key(jsonb_build_object('version', revised, 'bytes', bytes_written)
    || CASE WHEN is_move THEN jsonb_build_object('from', old.custom_id) ELSE '{}' END);
BEGIN
  INSERT INTO stela.revisions (
    org_id, document_id, version, container_tag, custom_id, operation, content, metadata, tags, fields,
    actor, approved_by, session, request, model
  ) VALUES (
    d.org_id, d.id, revised, d.container_tag, d.custom_id, operation, CASE WHEN TG_OP <> 'DELETE' THEN d.content END,
    d.metadata, d.tags,
    jsonb_build_object('category', d.category, 'key', d.key, 'importance', d.importance, 'status', d.status,
      'source', d.source, 'pinned', d.is_pinned, 'expiresAt', d.expires_at)
      || jsonb_strip_nulls(jsonb_build_object(
        'confidence', d.confidence, 'occurredAt', d.occurred_at, 'supersededBy', d.superseded_by)),
    actor, approver, session, request, model
  );
  INSERT INTO stela.audit_events (
    org_id, actor, action, outcome, container_tag, custom_id, document_id, session, request, details,
    erasable_hash
  ) VALUES (
    d.org_id, actor, 'document.' || operation, 'done', d.container_tag, d.custom_id, d.id, session, request,
    details, stela.erasable_hash(d.custom_id, details)
  );
  PERFORM stela.mark_for_search(d.org_id, d.container_tag, d.id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER documents_record_revision AFTER INSERT OR DELETE ON stela.documents
  FOR EACH ROW EXECUTE FUNCTION stela.record_revision();
CREATE OR REPLACE TRIGGER documents_record_new_version AFTER UPDATE ON stela.documents
  FOR EACH ROW WHEN (old.version <> new.version) EXECUTE FUNCTION stela.record_revision();

-- A change of anything but the time of access has to come with the next version.
CREATE OR REPLACE FUNCTION stela.refuse_unversioned_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A change of a document needs the version after %', old.version;
END
$$;

CREATE OR REPLACE TRIGGER documents_refuse_unversioned_change BEFORE UPDATE ON stela.documents
  FOR EACH ROW WHEN (
    new.version <> old.version + 1 AND (
      new.version, new.container_tag, new.custom_id, new.content, new.metadata, new.tags, new.category, new.key,
      new.importance, new.status, new.source, new.confidence, new.occurred_at, new.superseded_by, new.is_pinned, new.expires_at
    ) IS DISTINCT FROM (
      old.version, old.container_tag, old.custom_id, old.content, old.metadata, old.tags, old.category, old.key,
      old.importance, old.status, old.source, old.confidence, old.occurred_at, old.superseded_by, old.is_pinned, old.expires_at
    )
  ) EXECUTE FUNCTION stela.refuse_unversioned_change();

-- Adds to an organization's counters: to a row that no other transaction holds, or to a new one. Transactions that write in
-- different containers share no lock, so here they must not wait for each other.
CREATE OR REPLACE FUNCTION stela.count_for_organization(p_org_id uuid, p_documents bigint, p_bytes bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE stela.organization_counters SET documents = documents + p_documents, bytes = bytes + p_bytes
  WHERE org_id = p_org_id AND slot = (
    SELECT slot FROM stela.organization_counters WHERE org_id = p_org_id ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED
  );
  IF NOT FOUND THEN
    INSERT INTO stela.organization_counters (org_id, slot, documents, bytes)
    VALUES (p_org_id, gen_random_uuid(), p_documents, p_bytes);
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION stela.add_to_counters(
  p_org_id uuid, p_container_tag text, p_slot integer, p_documents bigint, p_bytes bigint
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO stela.container_counters AS counter (org_id, container_tag, slot, documents, bytes)
  VALUES (p_org_id, p_container_tag, p_slot, p_documents, p_bytes)
  ON CONFLICT (org_id, container_tag, slot) DO UPDATE
    SET documents = counter.documents + excluded.documents, bytes = counter.bytes + excluded.bytes;
  PERFORM stela.count_for_organization(p_org_id, p_documents, p_bytes);
END
$$;

-- Adds the rows and bytes of one statement to the counters of their containers, spread over 16 rows by hash of the document's id.
CREATE OR REPLACE FUNCTION stela.count_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM stela.add_to_counters(org_id, container_tag, slot, documents, bytes) FROM (
      SELECT org_id, container_tag, uuid_hash(id) & 15 AS slot, count(*) AS documents, sum(bytes) AS bytes
      FROM new_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ) AS changes;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM stela.add_to_counters(org_id, container_tag, slot, documents, bytes) FROM (
      SELECT org_id, container_tag, uuid_hash(id) & 15 AS slot, -count(*) AS documents, -sum(bytes) AS bytes
      FROM old_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ) AS changes;
  ELSE
    PERFORM stela.add_to_counters(org_id, container_tag, slot, 0, bytes) FROM (
      SELECT org_id, container_tag, uuid_hash(id) & 15 AS slot, sum(bytes) AS bytes
      FROM (SELECT org_id, container_tag, id, bytes FROM new_rows
        UNION ALL SELECT org_id, container_tag, id, -bytes FROM old_rows) AS sizes
      GROUP BY 1, 2, 3 HAVING sum(bytes) <> 0 ORDER BY 1, 2, 3
    ) AS changes;
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
