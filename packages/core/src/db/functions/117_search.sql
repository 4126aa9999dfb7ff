-- stela.search_matches(p_container_tags text[], p_query text, p_limit integer, p_mode text, p_filters jsonb, p_after jsonb)
--   RETURNS TABLE (document_id uuid, container_tag text, score double precision, passage integer, first_character integer,
--     characters integer, first_line integer, phase integer)
-- The documents that match, best first, each once, with its best passage. Scores compare within one query. Other functions build on
-- it: its signature stays as it is. p_filters and p_after may be null. Expired documents are never among them.

CREATE OR REPLACE FUNCTION stela.search_lexeme_query(p_lexeme text, p_weight text DEFAULT '') RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ('''' || replace(replace(p_lexeme, '\', '\\'), '''', '''''') || '''' || p_weight)::tsquery;

-- Whether a document may be among the hits: not past its time, and as the filters say. These come from packages/core/src/search/filters.ts.
CREATE OR REPLACE FUNCTION stela.search_allows(d stela.documents, p_filters jsonb) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (d.expires_at IS NULL OR d.expires_at > now()) AND (p_filters IS NULL OR (
  (NOT p_filters ? 'allTags' OR to_jsonb(d.tags) @> (p_filters -> 'allTags'))
  AND (NOT p_filters ? 'anyTags' OR EXISTS (SELECT FROM unnest(d.tags) AS tag WHERE p_filters -> 'anyTags' ? tag))
  AND (NOT p_filters ? 'noTags' OR NOT EXISTS (SELECT FROM unnest(d.tags) AS tag WHERE p_filters -> 'noTags' ? tag))
  AND (NOT p_filters ? 'categories' OR coalesce(p_filters -> 'categories' ? d.category, false))
  AND (NOT p_filters ? 'statuses' OR p_filters -> 'statuses' ? d.status)
  AND (NOT p_filters ? 'customIdFrom' OR d.custom_id >= (p_filters ->> 'customIdFrom') COLLATE "C")
  AND (NOT p_filters ? 'customIdUntil' OR d.custom_id < (p_filters ->> 'customIdUntil') COLLATE "C")
  AND (NOT p_filters ? 'createdFrom' OR d.created_at >= (p_filters ->> 'createdFrom')::timestamptz)
  AND (NOT p_filters ? 'createdTo' OR d.created_at < (p_filters ->> 'createdTo')::timestamptz)
  AND (NOT p_filters ? 'updatedFrom' OR d.updated_at >= (p_filters ->> 'updatedFrom')::timestamptz)
  AND (NOT p_filters ? 'updatedTo' OR d.updated_at < (p_filters ->> 'updatedTo')::timestamptz)
  AND (NOT p_filters ? 'metadata' OR coalesce(jsonb_path_match(d.metadata, (p_filters ->> 'metadata')::jsonpath, '{}', true), false))
));

-- The documents that hold a text as it is, whatever its case, in order of name. Reads them until it has enough.
CREATE OR REPLACE FUNCTION stela.search_substring(
  p_container_tags text[], p_query text, p_limit integer, p_filters jsonb, p_after jsonb
) RETURNS TABLE (document_id uuid, container_tag text, score double precision, passage integer, first_character integer,
  characters integer, first_line integer, phase integer)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  sought constant text := lower(p_query COLLATE pg_catalog.pg_c_utf8);
  tag text;
  got integer := 0;
  gotten integer;
BEGIN
  FOR tag IN SELECT DISTINCT one COLLATE "C" FROM unnest(p_container_tags) AS one
    WHERE p_after IS NULL OR one COLLATE "C" >= p_after ->> 'containerTag' ORDER BY 1
  LOOP
    RETURN QUERY
      SELECT d.id, d.container_tag, 1::float8, 0, greatest(place - 600, 0), 2000,
        CASE WHEN place <= 600 THEN 1 ELSE 1 + place - 600 - length(replace(left(d.content, place - 600), E'\n', '')) END, 3
      FROM stela.documents AS d, LATERAL (SELECT strpos(lower(d.content COLLATE pg_catalog.pg_c_utf8), sought) AS place OFFSET 0) AS sighted
      WHERE d.org_id = stela.current_org() AND d.container_tag = tag
        AND (p_after IS NULL OR tag <> p_after ->> 'containerTag' OR d.custom_id > p_after ->> 'customId')
        AND (place > 0 OR strpos(lower(concat_ws(E'\n', d.custom_id, d.key, array_to_string(d.tags, E'\n')) COLLATE pg_catalog.pg_c_utf8), sought) > 0)
        AND stela.search_allows(d, p_filters)
      ORDER BY d.custom_id LIMIT p_limit - got;
    GET DIAGNOSTICS gotten = ROW_COUNT;
    got := got + gotten;
    EXIT WHEN got >= p_limit;
  END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION stela.search_matches(
  p_container_tags text[], p_query text, p_limit integer DEFAULT 50, p_mode text DEFAULT 'hybrid', p_filters jsonb DEFAULT NULL,
  p_after jsonb DEFAULT NULL
) RETURNS TABLE (document_id uuid, container_tag text, score double precision, passage integer, first_character integer,
  characters integer, first_line integer, phase integer)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  found_terms text[];
  any_query tsquery;
  tag text;
  got integer := 0;
  gotten integer;
  held bigint;
  marks integer;
  segment_count integer;
  depth integer;
  ranked_first integer;
  most_marks constant integer := 4096;
  first_phase constant integer := coalesce((p_after ->> 'phase')::integer, 0);
BEGIN
  FOREACH tag IN ARRAY p_container_tags LOOP
    IF NOT stela.may_access(tag) THEN
      RAISE EXCEPTION USING ERRCODE = 'ST404', MESSAGE = 'The key does not cover the container';
    END IF;
  END LOOP;
  IF p_mode = 'substring' OR first_phase = 3 THEN
    RETURN QUERY SELECT * FROM stela.search_substring(p_container_tags, p_query, p_limit, p_filters, p_after);
    RETURN;
  END IF;
  FOREACH tag IN ARRAY p_container_tags LOOP
    SELECT count(*) INTO marks FROM (
      SELECT FROM stela.search_marks WHERE org_id = stela.current_org() AND container_tag = tag LIMIT most_marks + 1
    ) AS found;
    IF marks > most_marks THEN
      RAISE EXCEPTION USING ERRCODE = '53400', MESSAGE = 'Too much has been written since the container was indexed';
    ELSIF current_setting('transaction_read_only') = 'on' THEN
      CONTINUE; -- While an organization is moved; what is marked is read as it is.
    ELSIF marks > 16 AND stela.index_marked(tag, marks) = 0 AND marks > 128 THEN
      -- Another transaction is at it: that is sooner done than all of this read as it is.
      PERFORM pg_advisory_xact_lock(stela.search_lock_key(tag));
      PERFORM stela.index_marked(tag, marks);
    END IF;
  END LOOP;
  found_terms := ARRAY(SELECT lexeme FROM unnest(stela.search_terms(stela.search_fold(p_query), true)));
  SELECT string_agg(stela.search_lexeme_query(term)::text, '|')::tsquery INTO any_query FROM unnest(found_terms) AS term;
  -- For one word the postings have the order of the ranking, so that few need be read; several meet in entries that are first for none.
  SELECT coalesce(sum(cardinality(segments)), 0) INTO segment_count FROM stela.search_containers AS c
  WHERE c.org_id = stela.current_org() AND c.container_tag = ANY (p_container_tags);
  depth := greatest(CASE cardinality(found_terms) WHEN 1 THEN 4 ELSE 8 END, 512 / greatest(segment_count, 32));
  ranked_first := greatest(CASE cardinality(found_terms) WHEN 1 THEN 64 ELSE 128 END, 1024 / greatest(segment_count, 4));
  FOR phase_now IN first_phase..2 LOOP
    EXIT WHEN any_query IS NULL;
    RETURN QUERY
      WITH known AS MATERIALIZED (
        -- Where row-level security is on, only a plain column is compared in an index.
        SELECT c.*, coalesce(c.segments[cardinality(c.segments)], 0) AS posted FROM stela.search_containers AS c WHERE c.org_id = stela.current_org() AND c.container_tag = ANY (p_container_tags)
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
        SELECT p.container_tag, p.last_slot, unit.number, p.entries, p.places[:depth] AS places
        FROM known, unit, stela.search_postings AS p
        WHERE p.org_id = stela.current_org() AND p.container_tag = known.container_tag AND p.term = unit.term AND p.part = 0
          AND known.segments <> '{}'
      ), tail AS MATERIALIZED (
        SELECT e.container_tag, e.document_id, e.passage, e.first_character, e.characters, e.first_line, e.words, e.terms
        FROM known, LATERAL (
          SELECT * FROM stela.search_entries AS one
          WHERE one.org_id = stela.current_org() AND one.container_tag = known.container_tag AND one.slot > known.posted
            AND one.terms @@ any_query
          OFFSET 0
        ) AS e
        WHERE NOT EXISTS (SELECT FROM marked WHERE marked.document_id = e.document_id)
        UNION ALL SELECT container_tag, document_id, passage, first_character, characters, first_line, words, terms FROM fresh
        WHERE terms @@ any_query
      ), weight AS MATERIALIZED (
        SELECT unit.number, unit.query, unit.heading, ln(1 + greatest(size.entries - held, 0) / (held + 0.5) + 0.5 / (held + 0.5)) AS idf
        FROM size, unit, LATERAL (
          SELECT (SELECT count(*) FROM tail WHERE tail.terms @@ unit.query)
            + coalesce((SELECT sum(head.entries) FROM head WHERE head.number = unit.number), 0)::float8 AS held
          OFFSET 0
        ) AS counted
      ), place AS MATERIALIZED (
        SELECT container_tag, slot, row_number() OVER () AS rank FROM (
          SELECT head.container_tag, head.last_slot - (value & 1048575) AS slot, sum(weight.idf * (value >> 20)) AS partial
          FROM (SELECT container_tag, last_slot, number, unnest(places) AS value FROM head) AS head JOIN weight USING (number)
          GROUP BY 1, 2 ORDER BY partial DESC, 1, 2 LIMIT CASE phase_now WHEN 0 THEN ranked_first END
        ) AS summed
      ), early AS MATERIALIZED (
        SELECT e.document_id FROM place JOIN stela.search_entries AS e
          ON e.org_id = stela.current_org() AND e.container_tag = place.container_tag AND e.slot = place.slot
        WHERE phase_now > 0 AND (phase_now = 2 OR place.rank <= ranked_first)
        UNION SELECT document_id FROM tail WHERE phase_now > 0
      ), posted AS (
        SELECT container_tag, slot FROM place WHERE phase_now < 2 AND rank <= CASE phase_now WHEN 0 THEN ranked_first ELSE 1000000000 END
        UNION ALL
        SELECT DISTINCT p.container_tag, p.last_slot - (value & 1048575)
        FROM known, unit, stela.search_postings AS p, unnest(p.places) AS value
        WHERE phase_now = 2 AND p.org_id = stela.current_org() AND p.container_tag = known.container_tag AND p.term = unit.term
      ), candidate AS (
        SELECT * FROM tail WHERE phase_now = 0
        UNION ALL
        SELECT e.container_tag, e.document_id, e.passage, e.first_character, e.characters, e.first_line, e.words, e.terms
        FROM posted JOIN stela.search_entries AS e
          ON e.org_id = stela.current_org() AND e.container_tag = posted.container_tag AND e.slot = posted.slot
        WHERE NOT EXISTS (SELECT FROM marked WHERE marked.document_id = e.document_id)
          AND NOT EXISTS (SELECT FROM early WHERE early.document_id = e.document_id)
      ), rated AS MATERIALIZED (
        SELECT c.*, total.score, 0.8 * (0.6 + 0.4 * c.words * size.entries / size.words) AS length_norm
        FROM candidate AS c, size, (SELECT sum(weight.idf) AS idf FROM weight) AS sought, LATERAL (
          SELECT sum(weight.idf * (
            frequency * 1.8 / (frequency + 0.8 * (0.6 + 0.4 * c.words * size.entries / size.words))
            + CASE WHEN c.terms @@ weight.heading THEN 0.5 ELSE 0 END
          )) * (1 + sum(weight.idf) / sought.idf) AS score
          FROM weight, LATERAL (
            SELECT CASE WHEN ranked > 0 THEN 1 / greatest(1.6449341 - ranked * 1.6449341, 0.001) - 0.55 ELSE 0 END AS frequency
            FROM (SELECT ts_rank('{1,1,1,0}', c.terms, weight.query) AS ranked OFFSET 0) AS once
          ) AS counted
          WHERE c.terms @@ weight.query
        ) AS total
      ), foremost AS MATERIALIZED (
        -- The best, as far as 3,000 words go: what else they have in common says more of what is meant. Not for a query of a word or
        -- two, nor in a large container, where it costs more than all the rest.
        SELECT * FROM (
          SELECT document_id, passage, terms, score, length_norm, row_number() OVER best AS rank, sum(words) OVER best AS words_read
          FROM rated WHERE phase_now = 0 AND cardinality(found_terms) >= 3 AND segment_count <= 16
          WINDOW best AS (ORDER BY score DESC, document_id, passage ROWS UNBOUNDED PRECEDING)
        ) AS ranked WHERE words_read <= 3000 OR rank <= 10
      ), word AS MATERIALIZED (
        SELECT rank, lexeme, frequency / (frequency + length_norm) AS share, score
        FROM foremost, unnest(terms) AS one, LATERAL (SELECT greatest(cardinality(one.positions), 1)::float8 AS frequency OFFSET 0) AS counted
        WHERE lexeme <> ALL (found_terms)
      ), feedback AS MATERIALIZED (
        SELECT lexeme, idf, idf * sum / max(idf * sum) OVER () AS share FROM (
          SELECT lexeme, sum(score * share) FILTER (WHERE rank <= 10) AS sum,
            ln(1 + ((SELECT count(*) FROM foremost) - count(*) + 0.5) / (count(*) + 0.5)) AS idf
          FROM word GROUP BY lexeme
        ) AS every WHERE sum > 0 ORDER BY idf * sum DESC, lexeme LIMIT 20
      ), raised AS MATERIALIZED (
        SELECT foremost.document_id, foremost.passage, bonus.score
        FROM (
          SELECT rank, sum(0.3 * feedback.share * feedback.idf * 1.8 * word.share) AS score FROM word JOIN feedback USING (lexeme) GROUP BY rank
        ) AS bonus JOIN foremost USING (rank)
      ), scored AS (
        SELECT DISTINCT ON (document_id) document_id, container_tag, score, passage, first_character, characters, first_line
        FROM (
          SELECT rated.document_id, container_tag, rated.score + coalesce(raised.score, 0) AS score, rated.passage, first_character,
            characters, first_line
          FROM rated LEFT JOIN raised ON raised.document_id = rated.document_id AND raised.passage = rated.passage
        ) AS every
        ORDER BY document_id, score DESC, passage
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
        WHERE d.org_id = stela.current_org() AND d.id = s.document_id AND stela.search_allows(d, p_filters)
        OFFSET 0
      ) AS alive ON true
      ORDER BY s.score DESC, s.document_id LIMIT p_limit - got;
    GET DIAGNOSTICS gotten = ROW_COUNT;
    got := got + gotten;
    EXIT WHEN got >= p_limit OR segment_count = 0;
    -- So few places that the first phase has read them all.
    EXIT WHEN phase_now = 0 AND (
      SELECT coalesce(sum(p.entries), 0) <= ranked_first AND coalesce(max(p.entries), 0) <= depth FROM stela.search_postings AS p
      WHERE p.org_id = stela.current_org() AND p.container_tag = ANY (p_container_tags) AND p.term = ANY (found_terms) AND p.part = 0
    );
  END LOOP;
  -- Nothing holds a word of it: perhaps a part of one. Not for stop words alone.
  IF got = 0 AND p_mode = 'hybrid' AND p_after IS NULL THEN
    IF any_query IS NOT NULL THEN
      SELECT sum(documents) INTO held FROM stela.container_counters AS counter
      WHERE org_id = stela.current_org() AND counter.container_tag = ANY (p_container_tags);
    END IF;
    IF held <= 5000 OR any_query IS NULL AND stela.search_fold(p_query) COLLATE pg_catalog.pg_c_utf8 !~ '[[:alnum:]]' THEN
      RETURN QUERY SELECT * FROM stela.search_substring(p_container_tags, p_query, p_limit, p_filters, NULL);
    END IF;
  END IF;
END
$$;
