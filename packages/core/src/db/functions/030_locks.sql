-- Writers of one document share their container's lock; a transaction that writes many (rename, batch, a directory's delete)
-- takes it alone. So no two transactions ever wait for each other's rows in a circle. Readers take no lock. An answer that is kept
-- knows the containers that were locked for it, so that an erasure finds it.
CREATE OR REPLACE FUNCTION stela.lock_container(p_container_tag text, p_alone boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  lock_key bigint := hashtextextended(p_container_tag, hashtextextended(stela.current_org()::text, 0));
  touched text[] := coalesce(nullif(current_setting('app.touched', true), ''), '{}');
BEGIN
  IF NOT p_container_tag = ANY (touched) THEN
    PERFORM set_config('app.touched', (touched || p_container_tag)::text, true);
  END IF;
  IF p_alone THEN
    PERFORM pg_advisory_xact_lock(lock_key), set_config('app.alone_in', p_container_tag, true);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(lock_key);
  END IF;
END
$$;

-- The directories above a memory path, without /memories itself.
CREATE OR REPLACE FUNCTION stela.directories_above(p_path text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT '/memories/' || string_agg(name, '/') OVER (ORDER BY depth)
  FROM unnest(trim_array(string_to_array(substr(p_path, length('/memories/') + 1), '/'), 1)) WITH ORDINALITY AS part (name, depth)
  ORDER BY depth
);

-- Two creations, one of which would make a file of what the other makes a directory, wait for each other. In order of key, so
-- that no two wait in a circle. Beneath 32 levels all wait for each other: Postgres has room for 64 locks of each transaction. Who is
-- alone in the container needs none.
CREATE OR REPLACE FUNCTION stela.lock_path(p_container_tag text, p_path text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  seed bigint := hashtextextended(p_container_tag, hashtextextended(stela.current_org()::text, 1));
  above text[] := stela.directories_above(p_path);
  place record;
BEGIN
  IF current_setting('app.alone_in', true) = p_container_tag THEN
    RETURN;
  END IF;
  FOR place IN
    SELECT hashtextextended(path, seed) AS lock_key, is_file
    FROM (SELECT unnest(above[:31]) AS path, false AS is_file UNION ALL SELECT coalesce(above[32], p_path), true) AS places
    ORDER BY lock_key, is_file DESC
  LOOP
    IF place.is_file THEN
      PERFORM pg_advisory_xact_lock(place.lock_key);
    ELSE
      PERFORM pg_advisory_xact_lock_shared(place.lock_key);
    END IF;
  END LOOP;
END
$$;
