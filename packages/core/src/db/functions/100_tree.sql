-- Lists what is beneath a path in the order of a listing, files and the directories they imply, by skip scan: what lies deeper than
-- is shown is jumped over with one index probe, so the cost follows the entries shown. Paths here are tree keys: `/` is U+0001, so
-- that all of a directory is one range. `p_after` is the last entry of the page before, null for the first page; entries come
-- with their place, counted from 1.
CREATE OR REPLACE FUNCTION stela.tree_entries(
  p_container_tag text, p_root text, p_depth integer, p_after text, p_after_is_directory boolean, p_hide boolean, p_limit integer
) RETURNS TABLE (place integer, tree_key text, id uuid, version integer, bytes integer, updated_at timestamptz)
-- Stable, so that all probes see the one snapshot of the statement: a rename is seen whole or not at all.
LANGUAGE plpgsql STABLE
-- The probe is always the same walk along one index: planning it anew for each entry would cost more than the walk.
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  root text := CASE WHEN p_root = '' THEN '' ELSE p_root || E'\x01' END;
  past_root text := CASE WHEN p_root = '' THEN NULL ELSE p_root || E'\x02' END;
  next_key text := root;
  -- The entry before: of a directory with a separator at its end, for a document outside /memories may have one's name.
  shown text := CASE WHEN p_after_is_directory THEN p_after || E'\x01' ELSE coalesce(p_after, '') END;
  -- Rows read at once: one after a jump, more while there is nothing to jump over.
  chunk integer := 1;
  fetched integer;
  has_jumped boolean;
  d record;
  names text[];
  hidden_at integer;
  directory text;
BEGIN
  place := 0;
  IF p_after IS NOT NULL THEN
    next_key := p_after || CASE
      WHEN p_after_is_directory AND cardinality(stela.tree_names(p_after, root)) >= p_depth THEN E'\x02' ELSE E'\x01' END;
  END IF;
  LOOP
    fetched := 0;
    has_jumped := false;
    FOR d IN
      SELECT found.tree_key, found.id, found.version, found.bytes, found.updated_at FROM stela.documents AS found
      WHERE found.org_id = stela.current_org() AND found.listing_tag = p_container_tag
        AND found.tree_key >= next_key AND (past_root IS NULL OR found.tree_key < past_root)
      ORDER BY found.tree_key LIMIT chunk
    LOOP
      fetched := fetched + 1;
      names := stela.tree_names(d.tree_key, root);
      hidden_at := CASE WHEN p_hide THEN stela.hidden_level(names[:p_depth]) END;
      directory := left(root, -1);
      FOR level IN 1 .. least(cardinality(names) - 1, p_depth) LOOP
        directory := CASE WHEN level = 1 AND root = '' THEN names[1] ELSE directory || E'\x01' || names[level] END;
        EXIT WHEN level = hidden_at;
        CONTINUE WHEN starts_with(shown, directory || E'\x01');
        place := place + 1;
        tree_key := directory;
        id := NULL;
        version := NULL;
        bytes := NULL;
        updated_at := NULL;
        RETURN NEXT;
        IF place >= p_limit THEN
          RETURN;
        END IF;
        shown := directory || E'\x01';
      END LOOP;
      IF hidden_at < cardinality(names) OR (hidden_at IS NULL AND cardinality(names) > p_depth) THEN
        next_key := directory || E'\x02';
        has_jumped := true;
        EXIT;
      END IF;
      next_key := d.tree_key || E'\x01';
      CONTINUE WHEN hidden_at IS NOT NULL;
      place := place + 1;
      tree_key := d.tree_key;
      id := d.id;
      version := d.version;
      bytes := d.bytes;
      updated_at := d.updated_at;
      RETURN NEXT;
      IF place >= p_limit THEN
        RETURN;
      END IF;
      shown := d.tree_key;
    END LOOP;
    EXIT WHEN NOT has_jumped AND fetched < chunk;
    chunk := CASE WHEN has_jumped THEN 1 ELSE least(chunk * 4, 256) END;
  END LOOP;
END
$$;
