-- stela.search_matches(p_container_tags text[], p_query text, p_limit integer, p_mode text, p_filters jsonb, p_after jsonb)
--   RETURNS TABLE (document_id uuid, container_tag text, score double precision, passage integer, first_character integer,
--     characters integer, first_line integer, phase integer)
-- The documents that match, best first, each once, with its best passage. Scores compare within one query. Other functions build on
-- it: its signature stays as it is. p_filters and p_after may be null. Expired documents are never among them.

CREATE OR REPLACE FUNCTION stela.search_lexeme_query(p_lexeme text, p_weight text DEFAULT '') RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ('''' || replace(replace(p_lexeme, '\', '\\'), '''', '''''') || '''' || p_weight)::tsquery;

CREATE OR REPLACE FUNCTION stela.search_matches(
  p_container_tags text[], p_query text, p_limit integer DEFAULT 50, p_mode text DEFAULT 'hybrid', p_filters jsonb DEFAULT NULL,
  p_after jsonb DEFAULT NULL
) RETURNS TABLE (document_id uuid, container_tag text, score double precision, passage integer, first_character integer,
  characters integer, first_line integer, phase integer)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  found_terms text[];
  any_query tsquery;
  tag text;
  got integer := 0;
  gotten integer;
  first_phase constant integer := coalesce((p_after ->> 'phase')::integer, 0);
BEGIN
  FOREACH tag IN ARRAY p_container_tags LOOP
    IF NOT stela.may_access(tag) THEN
      RAISE EXCEPTION USING ERRCODE = 'ST404', MESSAGE = 'The key does not cover the container';
    END IF;
    IF EXISTS (
      SELECT FROM stela.search_marks WHERE org_id = stela.current_org() AND container_tag = tag OFFSET 16
    ) THEN
      PERFORM stela.index_marked(tag, 512);
    END IF;
  END LOOP;
  found_terms := ARRAY(SELECT lexeme FROM unnest(stela.search_terms(stela.search_fold(p_query), true)));
  SELECT string_agg(stela.search_lexeme_query(term)::text, '|')::tsquery INTO any_query FROM unnest(found_terms) AS term;
  IF any_query IS NULL THEN
    RETURN;
  END IF;
  FOR phase_now IN first_phase..2 LOOP
    RETURN QUERY
      WITH known AS MATERIALIZED (
        SELECT * FROM stela.search_containers AS c WHERE c.org_id = stela.current_org() AND c.container_tag = ANY (p_container_tags)
      ), unit AS MATERIALIZED (
        SELECT term, number, stela.search_lexeme_query(term) AS query, stela.search_lexeme_query(term, ':A') AS heading
        FROM unnest(found_terms) WITH ORDINALITY AS every (term, number)
      ), marked AS MATERIALIZED (
        SELECT DISTINCT m.document_id, m.container_tag FROM stela.search_marks AS m
        WHERE m.org_id = stela.current_org() AND m.container_tag = ANY (p_container_tags)
      ), fresh AS MATERIALIZED (
        SELECT d.container_tag, d.id AS document_id, p.*
        FROM marked JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = marked.document_id, stela.search_passages(d) AS p
      ), size AS MATERIALIZED (
        SELECT greatest(coalesce((SELECT sum(entries) FROM known), 0) + (SELECT count(*) FROM fresh) - stale.entries, 1)::float8 AS entries,
          greatest(coalesce((SELECT sum(words) FROM known), 0) + coalesce((SELECT sum(words) FROM fresh), 0) - stale.words, 1)::float8 AS words
        FROM (
          SELECT count(*) AS entries, coalesce(sum(e.words), 0) AS words FROM marked JOIN stela.search_entries AS e
            ON e.org_id = stela.current_org() AND e.document_id = marked.document_id AND e.slot > 0
        ) AS stale
      ), head AS MATERIALIZED (
        SELECT p.container_tag, p.last_slot, unit.number, p.entries, p.places
        FROM known, unnest(known.segments) AS segment, unit, stela.search_postings AS p
        WHERE p.org_id = stela.current_org() AND p.container_tag = known.container_tag AND p.last_slot = segment
          AND p.term = unit.term AND p.part = 0
      ), tail AS MATERIALIZED (
        SELECT e.container_tag, e.document_id, e.passage, e.first_character, e.characters, e.first_line, e.words, e.terms
        FROM known JOIN stela.search_entries AS e
          ON e.org_id = stela.current_org() AND e.container_tag = known.container_tag
            AND e.slot > coalesce(known.segments[cardinality(known.segments)], 0)
        WHERE e.terms @@ any_query AND NOT EXISTS (SELECT FROM marked WHERE marked.document_id = e.document_id)
        UNION ALL SELECT container_tag, document_id, passage, first_character, characters, first_line, words, terms FROM fresh
        WHERE terms @@ any_query
      ), weight AS MATERIALIZED (
        SELECT unit.number, unit.query, unit.heading, ln(1 + greatest(size.entries - held, 0) / (held + 0.5) + 0.5 / (held + 0.5)) AS idf
        FROM size, unit, LATERAL (
          SELECT (SELECT count(*) FROM tail WHERE tail.terms @@ unit.query)
            + coalesce((SELECT sum(head.entries) FROM head WHERE head.number = unit.number), 0)::float8 AS held
        ) AS counted
      ), place AS MATERIALIZED (
        SELECT container_tag, slot, row_number() OVER (ORDER BY partial DESC, container_tag, slot) AS rank FROM (
          SELECT head.container_tag, head.last_slot - (value & 1048575) AS slot, sum(weight.idf * (value >> 20)) AS partial
          FROM head JOIN weight USING (number), unnest(head.places) AS value
          GROUP BY 1, 2
        ) AS summed
      ), early AS MATERIALIZED (
        SELECT e.document_id FROM place JOIN stela.search_entries AS e
          ON e.org_id = stela.current_org() AND e.container_tag = place.container_tag AND e.slot = place.slot
        WHERE phase_now > 0 AND (phase_now = 2 OR place.rank <= 256)
        UNION SELECT document_id FROM tail WHERE phase_now > 0
      ), posted AS (
        SELECT container_tag, slot FROM place WHERE phase_now < 2 AND rank <= CASE phase_now WHEN 0 THEN 256 ELSE 1000000000 END
        UNION ALL
        SELECT DISTINCT p.container_tag, p.last_slot - (value & 1048575)
        FROM known, unnest(known.segments) AS segment, unit, stela.search_postings AS p, unnest(p.places) AS value
        WHERE phase_now = 2 AND p.org_id = stela.current_org() AND p.container_tag = known.container_tag AND p.last_slot = segment
          AND p.term = unit.term
      ), candidate AS (
        SELECT * FROM tail WHERE phase_now = 0
        UNION ALL
        SELECT e.container_tag, e.document_id, e.passage, e.first_character, e.characters, e.first_line, e.words, e.terms
        FROM posted JOIN stela.search_entries AS e
          ON e.org_id = stela.current_org() AND e.container_tag = posted.container_tag AND e.slot = posted.slot
        WHERE NOT EXISTS (SELECT FROM marked WHERE marked.document_id = e.document_id)
          AND NOT EXISTS (SELECT FROM early WHERE early.document_id = e.document_id)
      ), scored AS (
        SELECT DISTINCT ON (document_id) c.document_id, c.container_tag, total.score, c.passage, c.first_character, c.characters, c.first_line
        FROM candidate AS c, size, LATERAL (
          SELECT sum(weight.idf * (
            frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * c.words * size.entries / size.words))
            + CASE WHEN c.terms @@ weight.heading THEN 0.5 ELSE 0 END
          )) AS score
          FROM weight, LATERAL (
            SELECT CASE WHEN ranked > 0 THEN 1 / greatest(1.6449341 - ranked * 1.6449341, 0.001) - 0.55 ELSE 0 END AS frequency
            FROM ts_rank('{1,1,1,0}', c.terms, weight.query) AS ranked
          ) AS counted
          WHERE c.terms @@ weight.query
        ) AS total
        ORDER BY document_id, total.score DESC, c.passage
      )
      SELECT s.document_id, s.container_tag, s.score, s.passage, s.first_character, s.characters, s.first_line, phase_now
      FROM (
        SELECT * FROM scored
        WHERE phase_now > first_phase OR p_after IS NULL
          OR (-score, document_id) > (-(p_after ->> 'score')::float8, (p_after ->> 'id')::uuid)
        ORDER BY score DESC, document_id
      ) AS s
      JOIN LATERAL (
        SELECT FROM stela.documents AS d
        WHERE d.org_id = stela.current_org() AND d.id = s.document_id AND (d.expires_at IS NULL OR d.expires_at > now())
        OFFSET 0
      ) AS alive ON true
      ORDER BY s.score DESC, s.document_id LIMIT p_limit - got;
    GET DIAGNOSTICS gotten = ROW_COUNT;
    got := got + gotten;
    EXIT WHEN got >= p_limit OR NOT EXISTS (
      SELECT FROM stela.search_containers AS c
      WHERE c.org_id = stela.current_org() AND c.container_tag = ANY (p_container_tags) AND c.segments <> '{}'
    );
  END LOOP;
END
$$;
