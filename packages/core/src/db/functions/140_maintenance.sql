-- Whether nobody used a fact for 90 days, and it matters little. What is pinned or of no stated importance stays.
CREATE OR REPLACE FUNCTION stela.is_forgotten(d stela.documents) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN d.status = 'active' AND d.importance < 3 AND NOT d.is_pinned AND d.last_accessed_at < now() - interval '90 days';

-- The scheduled job, one organization after another: deletes expired documents, archives facts of little importance that nobody used
-- for 90 days (a status, so a person can take it back), deletes revisions past their container's retention (the present version of a
-- document stays), findings of 90 days ago and answers kept for more than a day; at most `p_most` rows in one call, which is one
-- transaction. Gives back how many of each, and whether there may be more.
DROP FUNCTION IF EXISTS stela.prune();
CREATE OR REPLACE FUNCTION stela.prune(p_most bigint DEFAULT 10000) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  org uuid;
  c record;
  gone bigint;
  room bigint := p_most;
  expired bigint := 0;
  archived bigint := 0;
  pruned bigint := 0;
  forgotten bigint := 0;
BEGIN
  PERFORM set_config('app.actor', 'system:prune', true), set_config('app.session', '', true),
    set_config('app.request', '', true), set_config('app.model', '', true);
  FOR org IN SELECT id FROM stela.organizations WHERE frozen_at IS NULL AND moved_to IS NULL LOOP
    PERFORM set_config('app.org_id', org::text, true);
    FOR c IN
      SELECT container_tag, revision_retention_days AS days FROM stela.containers WHERE org_id = org ORDER BY container_tag
    LOOP
      EXIT WHEN room <= 0;
      IF EXISTS (SELECT FROM stela.documents WHERE org_id = org AND container_tag = c.container_tag AND expires_at <= now()) THEN
        PERFORM stela.lock_container(c.container_tag, true);
        PERFORM stela.write_many(true);
        DELETE FROM stela.documents WHERE org_id = org AND id IN (
          SELECT id FROM stela.documents
          WHERE org_id = org AND container_tag = c.container_tag AND expires_at <= now() LIMIT room
        );
        GET DIAGNOSTICS gone = ROW_COUNT;
        PERFORM stela.write_many(false);
        expired := expired + gone;
        room := room - gone;
      END IF;
      IF room > 0 AND EXISTS (
        SELECT FROM stela.documents
        WHERE org_id = org AND listing_tag = c.container_tag AND key IS NOT NULL AND category IS NOT NULL AND stela.is_forgotten(documents)
      ) THEN
        PERFORM stela.lock_container(c.container_tag, true);
        PERFORM stela.write_many(true);
        UPDATE stela.documents SET status = 'archived', version = version + 1, updated_at = clock_timestamp()
        WHERE org_id = org AND id IN (
          SELECT id FROM stela.documents
          WHERE org_id = org AND listing_tag = c.container_tag AND key IS NOT NULL AND category IS NOT NULL
            AND stela.is_forgotten(documents) LIMIT room
        );
        GET DIAGNOSTICS gone = ROW_COUNT;
        PERFORM stela.write_many(false);
        archived := archived + gone;
        room := room - gone;
      END IF;
      CONTINUE WHEN c.days IS NULL OR room <= 0;
      DELETE FROM stela.revisions WHERE org_id = org AND (document_id, version) IN (
        SELECT old.document_id, old.version FROM stela.revisions AS old
        WHERE old.org_id = org AND old.container_tag = c.container_tag AND old.at < now() - make_interval(days => c.days)
          AND NOT EXISTS (
            SELECT FROM stela.documents AS d WHERE d.org_id = org AND d.id = old.document_id AND d.version = old.version
          )
        LIMIT room
      );
      GET DIAGNOSTICS gone = ROW_COUNT;
      pruned := pruned + gone;
      room := room - gone;
    END LOOP;
    EXIT WHEN room <= 0;
    -- A finding that was marked stays with its mark, so that the mark can be taken back.
    DELETE FROM stela.findings WHERE org_id = org AND id IN (
      SELECT old.id FROM stela.findings AS old
      WHERE old.org_id = org AND old.at < now() - interval '90 days'
        AND NOT EXISTS (SELECT FROM stela.false_positives AS mark WHERE mark.org_id = org AND mark.finding_id = old.id)
      LIMIT room
    );
    GET DIAGNOSTICS gone = ROW_COUNT;
    room := room - gone;
    EXIT WHEN room <= 0;
    DELETE FROM stela.idempotency WHERE org_id = org AND (actor, key) IN (
      SELECT actor, key FROM stela.idempotency WHERE org_id = org AND at < now() - interval '24 hours' AND key >= '' LIMIT room
    );
    GET DIAGNOSTICS gone = ROW_COUNT;
    forgotten := forgotten + gone;
    room := room - gone;
  END LOOP;
  PERFORM set_config('app.org_id', '', true);
  RETURN json_build_object('expiredDocuments', expired, 'archivedFacts', archived, 'prunedRevisions', pruned, 'forgottenAnswers', forgotten,
    'hasMore', room <= 0);
END
$$;
