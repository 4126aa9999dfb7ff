-- The names in a tree key beneath a root. At the very top a leading slash belongs to the first name.
CREATE OR REPLACE FUNCTION stela.tree_names(p_tree_key text, p_root text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN p_root = '' AND starts_with(p_tree_key, E'\x01')
    THEN ARRAY[E'\x01' || split_part(substr(p_tree_key, 2), E'\x01', 1)]
      || (string_to_array(substr(p_tree_key, 2), E'\x01'))[2:]
  ELSE string_to_array(substr(p_tree_key, length(p_root) + 1), E'\x01')
END;

-- The first level whose name a listing for the model leaves out: hidden names and node_modules. Null when there is none.
CREATE OR REPLACE FUNCTION stela.hidden_level(p_names text[]) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT min(level) FROM unnest(p_names) WITH ORDINALITY AS name (text, level)
  WHERE starts_with(name.text, '.') OR name.text = 'node_modules'
);
