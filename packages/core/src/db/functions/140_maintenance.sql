-- Whether nobody used a fact for 90 days, and it matters little. What is pinned or of no stated importance stays.
CREATE OR REPLACE FUNCTION stela.is_forgotten(d stela.documents) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN d.status = 'active' AND d.importance < 3 AND NOT d.is_pinned AND d.last_accessed_at < now() - interval '90 days';

-- The scheduled job, one organization after another: deletes expired documents, archives facts of little importance that nobody used
-- for 90 days (a status, so a person can take it back), deletes revisions past their container's retention (the
-- present version of a document stays) and answers kept for more than a day. Gives back how many of each.
CREATE OR REPLACE FUNCTION stela.prune() RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  org uuid;
  c record;
  gone bigint;
  expired bigint := 0;
  archived bigint := 0;
  pruned bigint := 0;
  forgotten bigint := 0;
BEGIN
  PERFORM set_config('app.actor', 'system:prune', true), set_config('app.session', '', true),
    set_config('app.request', '', true), set_config('app.model', '', true);
  FOR org IN SELECT id FROM stela.organizations LOOP
    PERFORM set_config('app.org_id', org::text, true);
    FOR c IN SELECT container_tag, revision_retention_days FROM stela.containers WHERE org_id = org ORDER BY container_tag LOOP
      IF EXISTS (SELECT FROM stela.documents WHERE org_id = org AND container_tag = c.container_tag AND expires_at <= now()) THEN
        PERFORM stela.lock_container(c.container_tag, true);
        DELETE FROM stela.documents WHERE org_id = org AND container_tag = c.container_tag AND expires_at <= now();
        GET DIAGNOSTICS gone = ROW_COUNT;
        expired := expired + gone;
      END IF;
      IF EXISTS (
        SELECT FROM stela.documents
        WHERE org_id = org AND listing_tag = c.container_tag AND key IS NOT NULL AND category IS NOT NULL AND stela.is_forgotten(documents)
      ) THEN
        PERFORM stela.lock_container(c.container_tag, true);
        UPDATE stela.documents SET status = 'archived', version = version + 1, updated_at = clock_timestamp()
        WHERE org_id = org AND listing_tag = c.container_tag AND key IS NOT NULL AND category IS NOT NULL AND stela.is_forgotten(documents);
        GET DIAGNOSTICS gone = ROW_COUNT;
        archived := archived + gone;
      END IF;
      DELETE FROM stela.revisions AS old
      WHERE old.org_id = org AND old.container_tag = c.container_tag
        AND old.at < now() - make_interval(days => c.revision_retention_days)
        AND NOT EXISTS (
          SELECT FROM stela.documents AS d WHERE d.org_id = org AND d.id = old.document_id AND d.version = old.version
        );
      GET DIAGNOSTICS gone = ROW_COUNT;
      pruned := pruned + gone;
    END LOOP;
    DELETE FROM stela.idempotency WHERE org_id = org AND at < now() - interval '24 hours';
    GET DIAGNOSTICS gone = ROW_COUNT;
    forgotten := forgotten + gone;
  END LOOP;
  PERFORM set_config('app.org_id', '', true);
  RETURN json_build_object('expiredDocuments', expired, 'archivedFacts', archived, 'prunedRevisions', pruned, 'forgottenAnswers', forgotten);
END
$$;
