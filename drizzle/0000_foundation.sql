-- The schema, its two roles, and the function that every policy asks.
DO $$
BEGIN
  IF current_setting('server_version_num')::int < 170000 THEN
    RAISE EXCEPTION 'Stela needs PostgreSQL 17 or newer, this is %', current_setting('server_version');
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'stela_owner') THEN
    CREATE ROLE stela_owner NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'stela_app') THEN
    CREATE ROLE stela_app LOGIN NOINHERIT;
  END IF;
  EXECUTE format('GRANT stela_owner TO %I', current_user);
END
$$;
--> statement-breakpoint
CREATE SCHEMA stela AUTHORIZATION stela_owner;
--> statement-breakpoint
CREATE FUNCTION stela.current_org() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.org_id', true), '')::uuid;
