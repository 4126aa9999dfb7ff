-- Lists what is beneath a path in the order of a listing, files and the directories they imply, by skip scan: one index probe for
-- each entry shown, whatever lies beneath it. Paths here are tree keys: `/` is U+0001, so that all of a directory is one range.
-- `p_after` is the last entry of the page before, null for the first page; entries come with their place, counted from 1.
CREATE OR REPLACE FUNCTION stela.tree_entries(
  p_container_tag text, p_root text, p_depth integer, p_after text, p_after_is_directory boolean, p_hide boolean, p_limit integer
) RETURNS TABLE (place integer, tree_key text, id uuid, version integer, bytes integer, updated_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  root text := CASE WHEN p_root = '' THEN '' ELSE p_root || E'\x01' END;
  past_root text := CASE WHEN p_root = '' THEN NULL ELSE p_root || E'\x02' END;
  next_key text := root;
  shown text := coalesce(p_after, '');
  d record;
  names text[];
  depth integer;
  hidden_at integer;
  directory text;
BEGIN
  place := 0;
  IF p_after IS NOT NULL THEN
    depth := cardinality(stela.tree_names(p_after, root));
    next_key := p_after || CASE WHEN p_after_is_directory AND depth >= p_depth THEN E'\x02' ELSE E'\x01' END;
  END IF;
  LOOP
    SELECT found.tree_key, found.id, found.version, found.bytes, found.updated_at INTO d FROM stela.documents AS found
    WHERE found.org_id = stela.current_org() AND found.container_tag = p_container_tag
      AND found.tree_key >= next_key AND (past_root IS NULL OR found.tree_key < past_root)
    ORDER BY found.tree_key LIMIT 1;
    EXIT WHEN NOT FOUND;
    names := stela.tree_names(d.tree_key, root);
    hidden_at := NULL;
    IF p_hide THEN
      SELECT min(level) INTO hidden_at FROM unnest(names[:p_depth]) WITH ORDINALITY AS name (text, level)
      WHERE starts_with(name.text, '.') OR name.text = 'node_modules';
    END IF;
    directory := left(root, -1);
    FOR level IN 1 .. least(cardinality(names) - 1, p_depth) LOOP
      directory := CASE WHEN level = 1 AND root = '' THEN names[1] ELSE directory || E'\x01' || names[level] END;
      EXIT WHEN level = hidden_at;
      CONTINUE WHEN shown = directory OR starts_with(shown, directory || E'\x01');
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
      shown := directory;
    END LOOP;
    IF hidden_at < cardinality(names) OR (hidden_at IS NULL AND cardinality(names) > p_depth) THEN
      next_key := directory || E'\x02';
      CONTINUE;
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
    EXIT WHEN place >= p_limit;
    shown := d.tree_key;
  END LOOP;
END
$$;
