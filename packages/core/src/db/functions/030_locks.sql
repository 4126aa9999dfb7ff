-- Writers of one document share their container's lock; a transaction that writes many (rename, batch, a directory's delete)
-- takes it alone. So no two transactions ever wait for each other's rows in a circle. Readers take no lock. An answer that is kept
-- knows the containers that were locked for it, so that an erasure finds it.
CREATE OR REPLACE FUNCTION stela.lock_container(p_container_tag text, p_alone boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  lock_key bigint := hashtextextended(p_container_tag, hashtextextended(current_setting('app.org_id'), 0));
  touched text[] := coalesce(nullif(current_setting('app.touched', true), ''), '{}');
  -- An assignment is evaluated at once, where PERFORM would run a query.
  is_held boolean;
BEGIN
  IF NOT p_container_tag = ANY (touched) THEN
    PERFORM set_config('app.touched', (touched || p_container_tag)::text, true);
  END IF;
  IF p_alone THEN
    PERFORM pg_advisory_xact_lock(lock_key), set_config('app.alone_in', p_container_tag, true);
  ELSE
    is_held := pg_advisory_xact_lock_shared(lock_key) IS NOT NULL;
  END IF;
END
$$;

-- The directories above a memory path, without /memories itself, the highest first.
CREATE OR REPLACE FUNCTION stela.directories_above(p_path text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  directory text := '/memories';
  directories text[] := '{}';
  name text;
BEGIN
  FOREACH name IN ARRAY trim_array(string_to_array(substr(p_path, length('/memories/') + 1), '/'), 1) LOOP
    directory := directory || '/' || name;
    directories := directories || directory;
  END LOOP;
  RETURN directories;
END
$$;

-- Two creations, one of which would make a file of what the other makes a directory, wait for each other. A transaction takes its one
-- lock alone last and deepest, so whoever waits is waited for only from above, and no two wait in a circle. Beneath 32 levels all wait
-- for each other: Postgres has room for 64 locks of each transaction. Who is alone in the container needs none.
CREATE OR REPLACE FUNCTION stela.lock_path(p_container_tag text, p_path text, p_above text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  seed bigint := hashtextextended(p_container_tag, hashtextextended(current_setting('app.org_id'), 1));
  directory text;
  is_held boolean;
BEGIN
  IF current_setting('app.alone_in', true) = p_container_tag THEN
    RETURN;
  END IF;
  FOREACH directory IN ARRAY p_above[:31] LOOP
    is_held := pg_advisory_xact_lock_shared(hashtextextended(directory, seed)) IS NOT NULL;
  END LOOP;
  is_held := pg_advisory_xact_lock(hashtextextended(coalesce(p_above[32], p_path), seed)) IS NOT NULL;
END
$$;
DROP FUNCTION IF EXISTS stela.lock_path(text, text);
