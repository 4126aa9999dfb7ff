-- Who may do what, said whole at every migration, so that a new table is covered by being there. stela_owner owns; stela_app is
-- what the Worker connects as: no DDL, no way around row-level security, no direct write to history.
DO $$
DECLARE
  relation record;
BEGIN
  EXECUTE format('GRANT stela_owner TO %I', current_user);
  FOR relation IN
    SELECT c.oid::regclass AS name, c.relkind, EXISTS (
      SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'org_id' AND NOT a.attisdropped
    ) AND c.relname <> 'api_keys' AS is_walled
    FROM pg_class AS c WHERE c.relnamespace = 'stela'::regnamespace AND c.relkind = 'r'
  LOOP
    EXECUTE format('ALTER TABLE %s OWNER TO stela_owner', relation.name);
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC, stela_app', relation.name);
    IF relation.is_walled THEN
      EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation.name);
      EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', relation.name);
    END IF;
  END LOOP;
  FOR relation IN
    SELECT p.oid::regprocedure AS name FROM pg_proc AS p WHERE p.pronamespace = 'stela'::regnamespace
  LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO stela_owner', relation.name);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', relation.name);
  END LOOP;
END
$$;

-- Not forced: the owner's maintenance walks all organizations. The app's role sees its own.
ALTER TABLE stela.organizations ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS organizations_own_organization ON stela.organizations;
CREATE POLICY organizations_own_organization ON stela.organizations USING (id = stela.current_org());

ALTER ROLE stela_app SET statement_timeout = '15s';
ALTER ROLE stela_app SET lock_timeout = '10s';
ALTER ROLE stela_app SET idle_in_transaction_session_timeout = '15s';
ALTER ROLE stela_app SET timezone = 'UTC';

GRANT USAGE ON SCHEMA stela TO stela_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA stela TO stela_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON stela.documents, stela.idempotency TO stela_app;
GRANT SELECT, INSERT, UPDATE ON stela.containers TO stela_app;
GRANT SELECT ON stela.search_marks, stela.search_entries, stela.search_postings, stela.search_containers TO stela_app;
GRANT SELECT ON stela.container_counters, stela.organization_counters, stela.recall_counters, stela.revisions, stela.erasures,
  stela.audit_seals TO stela_app;
GRANT SELECT, INSERT ON stela.audit_events, stela.findings TO stela_app;
GRANT SELECT ON stela.false_positives TO stela_app;
GRANT SELECT, INSERT ON stela.proposals TO stela_app;
GRANT UPDATE (status, decided_by, decided_at, reason, document_id, version) ON stela.proposals TO stela_app;
