-- Writers of one document share their container's lock; a transaction that writes many (rename, batch, a directory's delete)
-- takes it alone. So no two transactions ever wait for each other's rows in a circle. Readers take no lock.
CREATE OR REPLACE FUNCTION stela.lock_container(p_container_tag text, p_alone boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  lock_key bigint := hashtextextended(p_container_tag, hashtextextended(stela.current_org()::text, 0));
BEGIN
  IF p_alone THEN
    PERFORM pg_advisory_xact_lock(lock_key);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(lock_key);
  END IF;
END
$$;

-- The directories above a memory path, without /memories itself.
CREATE OR REPLACE FUNCTION stela.directories_above(p_path text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT '/memories/' || array_to_string(names[1:depth], '/')
  FROM (SELECT string_to_array(substr(p_path, length('/memories/') + 1), '/') AS names) AS path,
    generate_series(1, cardinality(names) - 1) AS depth
  ORDER BY depth
);

-- Two creations, one of which would make a file of what the other makes a directory, wait for each other. In order of key, so
-- that no two wait in a circle.
CREATE OR REPLACE FUNCTION stela.lock_path(p_container_tag text, p_path text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  seed bigint := hashtextextended(p_container_tag, hashtextextended(stela.current_org()::text, 1));
  place record;
BEGIN
  FOR place IN
    SELECT hashtextextended(path, seed) AS lock_key, path = p_path AS is_file
    FROM unnest(stela.directories_above(p_path) || p_path) AS path
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
