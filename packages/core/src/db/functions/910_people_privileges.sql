-- Who signs in is the dashboard's: its role reads and writes the people, and sees nothing of what they look after.
DO $$
DECLARE
  relation record;
BEGIN
  FOR relation IN
    SELECT c.oid::regclass AS name FROM pg_class AS c WHERE c.relnamespace = 'stela_people'::regnamespace AND c.relkind = 'r'
  LOOP
    EXECUTE format('ALTER TABLE %s OWNER TO stela_owner', relation.name);
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC, stela_app, stela_dashboard', relation.name);
  END LOOP;
END
$$;

ALTER ROLE stela_dashboard SET statement_timeout = '10s';
ALTER ROLE stela_dashboard SET timezone = 'UTC';

GRANT USAGE ON SCHEMA stela_people TO stela_dashboard;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA stela_people TO stela_dashboard;
