-- How a container's search entries are kept. A write adds a mark for its document and no more; whoever searches, and the scheduled job,
-- brings the entries of marked documents up to date. A search reads documents that are still marked as they are, so nothing lags.

-- A document's passages with their lexemes: one, or of a long text pieces of about 2,000 characters, from line to line. A longer line is
-- cut into pieces that overlap, so that no word is lost. Names count as headings (weight A), in the first passage.
CREATE OR REPLACE FUNCTION stela.search_passages(d stela.documents, OUT passage integer, OUT first_character integer,
  OUT characters integer, OUT first_line integer, OUT words integer, OUT terms tsvector) RETURNS SETOF record
LANGUAGE plpgsql STABLE ROWS 1 AS $$
DECLARE
  heading tsvector := setweight(stela.search_terms(stela.search_fold(concat_ws(' ',
    CASE WHEN d.custom_id <> d.id::text THEN d.custom_id END, d.key, array_to_string(d.tags, ' '))), false), 'A');
BEGIN
  IF octet_length(d.content) <= 3000 THEN
    terms := stela.search_terms(stela.search_fold(d.content), false);
    passage := 0; first_character := 0; characters := length(d.content); first_line := 1;
    words := length(terms);
    terms := heading || terms;
    RETURN NEXT;
    RETURN;
  END IF;
  FOR passage, first_character, characters, first_line, terms IN
    SELECT row_number() OVER (ORDER BY min(place)) - 1, min(place), max(place + size) - min(place), min(line),
      stela.search_terms(stela.search_fold(string_agg(piece, E'\n' ORDER BY place)), false)
    FROM (
      SELECT line, line_place + at AS place, least(size - at, 2064) AS size, substr(text, at + 1, 2064) AS piece
      FROM (
        SELECT text, line, length(text) AS size, (sum(length(text) + 1) OVER (ORDER BY line))::integer - length(text) - 1 AS line_place
        FROM string_to_table(d.content, E'\n') WITH ORDINALITY AS every (text, line)
      ) AS lines, generate_series(0, greatest(size - 65, 0), 2000) AS at
    ) AS pieces
    GROUP BY place / 2000 ORDER BY 1
  LOOP
    words := length(terms);
    IF passage = 0 THEN
      terms := heading || terms;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION stela.search_lock_key(p_container_tag text) RETURNS bigint
LANGUAGE sql STABLE
RETURN hashtextextended('search ' || p_container_tag, hashtextextended(stela.current_org()::text, 0));

-- Notes that a document changed. A mark that another transaction is removing does not count, one that this transaction keeps from
-- being removed does; so nobody waits, and a committed change is marked until someone has read it.
CREATE OR REPLACE FUNCTION stela.mark_for_search(p_org_id uuid, p_container_tag text, p_document_id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO stela.search_marks (org_id, container_tag, document_id, transaction_id)
  SELECT p_org_id, p_container_tag, p_document_id, pg_current_xact_id()::text::bigint
  WHERE NOT EXISTS (
    SELECT FROM stela.search_marks
    WHERE org_id = p_org_id AND container_tag = p_container_tag AND document_id = p_document_id
    FOR KEY SHARE SKIP LOCKED
  );
END
$$;

-- Brings up to `p_limit` marked documents of a container up to date. Gives back how many; 0 also when another transaction is at it.
CREATE OR REPLACE FUNCTION stela.index_marked(p_container_tag text, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  segment_entries constant integer := 1024;
  ids uuid[];
  c stela.search_containers;
  posted integer;
  gone record;
  added record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(stela.search_lock_key(p_container_tag)) THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM stela.search_marks WHERE (org_id, container_tag, document_id, transaction_id) IN (
      SELECT org_id, container_tag, document_id, transaction_id FROM stela.search_marks
      WHERE org_id = stela.current_org() AND container_tag = p_container_tag LIMIT p_limit FOR UPDATE SKIP LOCKED
    ) RETURNING document_id
  )
  SELECT array_agg(DISTINCT document_id) INTO ids FROM taken;
  IF ids IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO stela.search_containers (org_id, container_tag) VALUES (stela.current_org(), p_container_tag) ON CONFLICT DO NOTHING;
  SELECT * INTO c FROM stela.search_containers WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
  posted := coalesce(c.segments[cardinality(c.segments)], 0);
  SELECT * INTO gone FROM stela.drop_entries(p_container_tag, ids, posted);
  WITH fresh AS (
    INSERT INTO stela.search_entries
      (org_id, container_tag, slot, document_id, passage, first_character, characters, first_line, words, terms)
    SELECT d.org_id, d.container_tag, c.last_slot + row_number() OVER (), d.id,
      p.passage, p.first_character, p.characters, p.first_line, p.words, p.terms
    FROM stela.documents AS d, stela.search_passages(d) AS p
    WHERE d.org_id = stela.current_org() AND d.id = ANY (ids) AND d.container_tag = p_container_tag
    RETURNING slot, words
  )
  SELECT count(*) AS entries, coalesce(sum(fresh.words), 0) AS words INTO added FROM fresh;
  c.last_slot := c.last_slot + added.entries;
  WHILE c.last_slot - posted >= segment_entries LOOP
    PERFORM stela.build_segment(p_container_tag, posted, posted + segment_entries);
    posted := posted + segment_entries;
    c.segments := c.segments || posted;
  END LOOP;
  UPDATE stela.search_containers AS known SET last_slot = c.last_slot, segments = c.segments,
    entries = known.entries + added.entries - gone.entries, words = known.words + added.words - gone.words
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
  RETURN cardinality(ids);
END
$$;

-- Takes the entries of documents away. Those whose words are in postings stay, dead, so that an erasure still finds these.
CREATE OR REPLACE FUNCTION stela.drop_entries(p_container_tag text, p_ids uuid[], p_posted integer, OUT entries bigint, OUT words bigint)
LANGUAGE plpgsql AS $$
BEGIN
  WITH dead AS (
    UPDATE stela.search_entries AS e SET slot = -e.slot
    WHERE e.org_id = stela.current_org() AND e.document_id = ANY (p_ids) AND e.container_tag = p_container_tag
      AND e.slot BETWEEN 1 AND p_posted RETURNING e.words
  ), gone AS (
    DELETE FROM stela.search_entries AS e
    WHERE e.org_id = stela.current_org() AND e.document_id = ANY (p_ids) AND e.container_tag = p_container_tag
      AND e.slot > p_posted RETURNING e.words
  )
  SELECT count(*), coalesce(sum(every.words), 0) INTO entries, words FROM (TABLE dead UNION ALL TABLE gone) AS every;
END
$$;

-- Writes the postings of the entries after one slot up to another: for each word the entries that hold it, where it weighs most first.
CREATE OR REPLACE FUNCTION stela.build_segment(p_container_tag text, p_after integer, p_last integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO stela.search_postings (org_id, container_tag, last_slot, term, part, entries, places)
  SELECT stela.current_org(), p_container_tag, p_last, term, part, cardinality(places),
    CASE part WHEN 0 THEN places[:32] ELSE places[33:] END
  FROM (
    SELECT word.lexeme AS term, array_agg(
      (least(1023 * frequency / (frequency + 0.3 + 0.009 * e.words), 1023)::integer << 20) + p_last - e.slot
      ORDER BY frequency / (frequency + 0.3 + 0.009 * e.words) DESC, e.slot
    ) AS places
    FROM stela.search_entries AS e, unnest(e.terms) AS word,
      LATERAL (SELECT greatest(cardinality(word.positions), 1)::float8 AS frequency) AS counted
    WHERE e.org_id = stela.current_org() AND e.container_tag = p_container_tag AND e.slot > p_after AND e.slot <= p_last
    GROUP BY word.lexeme
  ) AS posted, generate_series(0, CASE WHEN cardinality(places) > 32 THEN 1 ELSE 0 END) AS part
$$;
