-- One page of a search as the API answers it, with one match more than is shown where there are more. A page of texts ends with the
-- one that reaches `p_bytes`.
CREATE OR REPLACE FUNCTION stela.search(
  p_container_tags text[], p_query text, p_limit integer, p_mode text, p_filters jsonb, p_after jsonb, p_with_content boolean,
  p_bytes bigint
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  tag text;
BEGIN
  -- Only a database that was migrated with documents in it has so much to do; each try does a part, and keeps it.
  FOREACH tag IN ARRAY p_container_tags LOOP
    IF p_mode <> 'substring' AND stela.may_access(tag) AND EXISTS (
      SELECT FROM stela.search_marks WHERE org_id = stela.current_org() AND container_tag = tag OFFSET 4096
    ) THEN
      PERFORM stela.index_marked(tag, 4096);
      RETURN json_build_object('outcome', 'indexing');
    END IF;
  END LOOP;
  RETURN (
  WITH found AS MATERIALIZED (
    SELECT * FROM stela.search_matches(p_container_tags, p_query, p_limit + 1, p_mode, p_filters, p_after) WITH ORDINALITY
      AS m (document_id, container_tag, score, passage, first_character, characters, first_line, phase, place)
  ), read AS (
    SELECT d AS document, found.*, substr(d.content, first_character + 1, characters) AS text,
      sum(d.bytes) OVER (ORDER BY place ROWS UNBOUNDED PRECEDING) - d.bytes AS bytes_before
    FROM found JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = found.document_id
    WHERE place <= p_limit
  ), shown AS (
    SELECT * FROM read WHERE NOT p_with_content OR bytes_before < p_bytes
  )
  SELECT json_build_object(
    'terms', ARRAY(SELECT lexeme FROM unnest(stela.search_terms(stela.search_fold(p_query), true))),
    'hits', (
      SELECT coalesce(json_agg(json_build_object('document', stela.document_json(document, p_with_content), 'score', score,
        'phase', phase, 'passage', passage, 'firstLine', first_line, 'isWhole', characters >= length((document).content), 'text', text)
        ORDER BY place), '[]')
      FROM shown
    ),
    'more', (SELECT count(*) FROM found) > (SELECT count(*) FROM shown)
  ));
END
$$;
