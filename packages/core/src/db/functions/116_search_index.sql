-- How a container's search entries are kept. A write adds a mark for its document and no more; whoever searches, and the scheduled job,
-- brings the entries of marked documents up to date. A search reads documents that are still marked as they are, so nothing lags.

CREATE OR REPLACE FUNCTION stela.search_lock_key(p_container_tag text) RETURNS bigint
LANGUAGE sql STABLE
RETURN hashtextextended('search ' || p_container_tag, hashtextextended(stela.current_org()::text, 0));

-- Notes that a document changed. A mark that another transaction is removing does not count, one that this transaction keeps from
-- being removed does; so nobody waits, and a committed change is marked until someone has read it.
CREATE OR REPLACE FUNCTION stela.mark_for_search(p_org_id uuid, p_container_tag text, p_document_id uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO stela.search_marks (org_id, container_tag, document_id, transaction_id)
  SELECT p_org_id, p_container_tag, p_document_id, pg_current_xact_id()::text::bigint
  WHERE NOT EXISTS (
    SELECT FROM stela.search_marks
    WHERE org_id = p_org_id AND container_tag = p_container_tag AND document_id = p_document_id
    FOR KEY SHARE SKIP LOCKED
  ) ON CONFLICT DO NOTHING;
  -- Where many documents are written and nobody searches, now and then a writer does some of the work, so that a search never meets
  -- more than it can do.
  IF FOUND AND uuid_hash(p_document_id) & 63 = 0 AND EXISTS (
    SELECT FROM stela.search_marks WHERE org_id = p_org_id AND container_tag = p_container_tag OFFSET 2000
  ) THEN
    PERFORM stela.index_marked(p_container_tag, 128);
  END IF;
  RETURN true;
END
$$;

-- Brings up to `p_limit` marked documents of a container up to date. Gives back how many; 0 also when another transaction is at it.
CREATE OR REPLACE FUNCTION stela.index_marked(p_container_tag text, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Segments end at multiples of the first, those that are yet to be completed at others of the second.
  segment_entries constant integer := 512;
  part_entries constant integer := 128;
  ids uuid[];
  c stela.search_containers;
  posted integer;
  complete integer;
  gone record;
  added record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(stela.search_lock_key(p_container_tag)) THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    -- By their place: a join of the marks with themselves may be planned as a loop within a loop. They are locked, so none moves.
    -- No more text than a statement has time for: the rest stays marked.
    DELETE FROM stela.search_marks WHERE ctid = ANY (ARRAY(
      SELECT place FROM (
        SELECT held.place, sum(coalesce(d.bytes, 0)) OVER (ORDER BY held.place) - coalesce(d.bytes, 0) AS bytes_before
        FROM (
          SELECT ctid AS place, document_id FROM stela.search_marks
          WHERE org_id = stela.current_org() AND container_tag = p_container_tag LIMIT p_limit FOR UPDATE SKIP LOCKED
        ) AS held LEFT JOIN stela.documents AS d ON d.org_id = stela.current_org() AND d.id = held.document_id
      ) AS sized WHERE bytes_before < 4194304
    )) RETURNING document_id
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
  complete := posted / segment_entries * segment_entries;
  WHILE c.last_slot - complete >= segment_entries LOOP
    IF posted > complete THEN
      PERFORM stela.drop_postings(p_container_tag, complete, posted);
      c.segments := ARRAY(SELECT one FROM unnest(c.segments) AS one WHERE one <= complete ORDER BY one);
    END IF;
    PERFORM stela.build_segment(p_container_tag, complete, complete + segment_entries);
    complete := complete + segment_entries;
    posted := complete;
    c.segments := c.segments || posted;
  END LOOP;
  -- The beginning of the next one, so that a search reads few entries one by one. Of a small container that is all, and is faster.
  IF complete > 0 AND c.last_slot - posted >= part_entries THEN
    PERFORM stela.build_segment(p_container_tag, posted, c.last_slot / part_entries * part_entries);
    posted := c.last_slot / part_entries * part_entries;
    c.segments := c.segments || posted;
  END IF;
  IF gone.dead > 0 AND EXISTS (
    SELECT FROM stela.search_entries
    WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND slot < 0 OFFSET segment_entries
  ) THEN
    SELECT tidied.last_slot, tidied.segments INTO c.last_slot, c.segments
    FROM stela.tidy_segment(p_container_tag, c.last_slot, c.segments) AS tidied;
  END IF;
  UPDATE stela.search_containers AS known SET last_slot = c.last_slot, segments = c.segments,
    entries = known.entries + added.entries - gone.entries, words = known.words + added.words - gone.words
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
  RETURN cardinality(ids);
END
$$;

-- Takes the entries of documents away. Those whose words are in postings stay, dead, so that an erasure still finds these.
CREATE OR REPLACE FUNCTION stela.drop_entries(p_container_tag text, p_ids uuid[], p_posted integer, OUT entries bigint, OUT words bigint, OUT dead bigint)
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
  SELECT count(*), coalesce(sum(every.words), 0), (SELECT count(*) FROM dead) INTO entries, words, dead
  FROM (TABLE dead UNION ALL TABLE gone) AS every;
END
$$;

-- Takes away the postings of segments whose entries are after one slot up to another. These, living and dead, say which words they have.
CREATE OR REPLACE FUNCTION stela.drop_postings(p_container_tag text, p_after integer, p_last integer) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM stela.search_postings AS p
  WHERE p.org_id = stela.current_org() AND p.container_tag = p_container_tag AND p.part IN (0, 1)
    AND p.last_slot > p_after AND p.last_slot <= p_last AND p.term IN (
      SELECT word.lexeme FROM stela.search_entries AS e, unnest(e.terms) AS word
      WHERE e.org_id = stela.current_org() AND e.container_tag = p_container_tag
        AND (e.slot > p_after AND e.slot <= p_last OR e.slot < -p_after AND e.slot >= -p_last)
    )
$$;

-- Takes away the segment with the most dead entries: those that live get new slots after the last, where they are read one by one until
-- the next segment is built.
CREATE OR REPLACE FUNCTION stela.tidy_segment(p_container_tag text, INOUT last_slot integer, INOUT segments integer[])
LANGUAGE plpgsql AS $$
DECLARE
  worst record;
  moved integer;
BEGIN
  SELECT one AS ending, (
    SELECT count(*) FROM stela.search_entries AS e WHERE e.org_id = stela.current_org() AND e.container_tag = p_container_tag
      AND e.slot BETWEEN -one AND -one + 511
  ) AS dead INTO worst FROM unnest(segments) AS one WHERE one % 512 = 0 ORDER BY dead DESC LIMIT 1;
  IF worst.ending IS NULL THEN
    RETURN;
  END IF;
  PERFORM stela.drop_postings(p_container_tag, worst.ending - 512, worst.ending);
  DELETE FROM stela.search_entries AS e WHERE e.org_id = stela.current_org() AND e.container_tag = p_container_tag
    AND e.slot BETWEEN -worst.ending AND -worst.ending + 511;
  WITH living AS (
    SELECT e.slot, row_number() OVER (ORDER BY e.slot) AS number FROM stela.search_entries AS e
    WHERE e.org_id = stela.current_org() AND e.container_tag = p_container_tag AND e.slot BETWEEN worst.ending - 511 AND worst.ending
  )
  UPDATE stela.search_entries AS e SET slot = tidy_segment.last_slot + living.number FROM living
  WHERE e.org_id = stela.current_org() AND e.container_tag = p_container_tag AND e.slot = living.slot;
  GET DIAGNOSTICS moved = ROW_COUNT;
  last_slot := last_slot + moved;
  segments := array_remove(segments, worst.ending);
END
$$;

-- Writes the postings of the entries after one slot up to another: for each word the entries that hold it, where it weighs most first.
-- A weight is the share of BM25 that a search gives the word, so that for one word the order is the search's own.
CREATE OR REPLACE FUNCTION stela.build_segment(p_container_tag text, p_after integer, p_last integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO stela.search_postings (org_id, container_tag, last_slot, term, part, entries, places)
  SELECT stela.current_org(), p_container_tag, p_last, term, part, cardinality(places),
    CASE part WHEN 0 THEN places[:16] ELSE places[17:] END
  FROM (
    SELECT word.lexeme AS term, array_agg((round(1023 * weight)::integer << 20) + p_last - e.slot ORDER BY weight DESC, e.slot) AS places
    FROM (
      SELECT slot, terms, 0.8 * (0.6 + 0.4 * words / greatest(avg(words) OVER (), 1)) AS length_norm FROM stela.search_entries
      WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND slot > p_after AND slot <= p_last
    ) AS e, unnest(e.terms) AS word,
      LATERAL (SELECT greatest(cardinality(word.positions), 1)::float8 AS frequency) AS counted,
      LATERAL (SELECT frequency / (frequency + length_norm) AS weight) AS weighed
    GROUP BY word.lexeme
  ) AS posted, generate_series(0, CASE WHEN cardinality(places) > 16 THEN 1 ELSE 0 END) AS part
$$;

-- Takes every trace of documents out of the index of their container, words of earlier versions too, and gives back how many entries
-- went. Those that are still there are marked, to be indexed again. For an erasure, which is alone in the container.
CREATE OR REPLACE FUNCTION stela.forget_in_search(p_container_tag text, p_ids uuid[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ends integer[];
  gone record;
BEGIN
  PERFORM pg_advisory_xact_lock(stela.search_lock_key(p_container_tag));
  SELECT segments INTO ends FROM stela.search_containers WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
  WITH held AS (
    SELECT segment.last_slot, word.lexeme AS term, array_agg(segment.last_slot - abs(e.slot)) AS offsets
    FROM stela.search_entries AS e, unnest(e.terms) AS word,
      LATERAL (SELECT min(one) AS last_slot FROM unnest(ends) AS one WHERE one >= abs(e.slot)) AS segment
    WHERE e.org_id = stela.current_org() AND e.document_id = ANY (p_ids) AND e.container_tag = p_container_tag
      AND segment.last_slot IS NOT NULL
    GROUP BY 1, 2
  )
  UPDATE stela.search_postings AS p SET entries = p.entries - cardinality(held.offsets),
    places = ARRAY(
      SELECT value FROM unnest(p.places) WITH ORDINALITY AS one (value, place)
      WHERE NOT value & 1048575 = ANY (held.offsets) ORDER BY place
    )
  FROM held
  WHERE p.org_id = stela.current_org() AND p.container_tag = p_container_tag AND p.last_slot = held.last_slot AND p.term = held.term;
  IF FOUND THEN
    DELETE FROM stela.search_postings WHERE org_id = stela.current_org() AND container_tag = p_container_tag AND entries <= 0;
  END IF;
  WITH dropped AS (
    DELETE FROM stela.search_entries
    WHERE org_id = stela.current_org() AND document_id = ANY (p_ids) AND container_tag = p_container_tag
    RETURNING slot, words
  )
  SELECT count(*) AS entries, count(*) FILTER (WHERE slot > 0) AS live, coalesce(sum(words) FILTER (WHERE slot > 0), 0) AS words
  INTO gone FROM dropped;
  UPDATE stela.search_containers SET entries = entries - gone.live, words = words - gone.words
  WHERE org_id = stela.current_org() AND container_tag = p_container_tag;
  DELETE FROM stela.search_marks AS m
  WHERE m.org_id = stela.current_org() AND m.container_tag = p_container_tag AND m.document_id = ANY (p_ids)
    AND NOT EXISTS (SELECT FROM stela.documents AS d WHERE d.org_id = m.org_id AND d.id = m.document_id);
  PERFORM stela.mark_for_search(org_id, container_tag, id) FROM stela.documents
  WHERE org_id = stela.current_org() AND id = ANY (p_ids) AND container_tag = p_container_tag;
  RETURN gone.entries;
END
$$;

-- The scheduled job: brings up to `p_limit` marked documents up to date, of whatever organization. Gives back how many, and whether
-- there are more.
CREATE OR REPLACE FUNCTION stela.index_all_marked(p_limit integer) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  org uuid;
  tag text;
  indexed integer := 0;
  added integer;
  -- Well within what a statement may take; a container adds a second or two at the most.
  ends_at constant timestamptz := clock_timestamp() + interval '5 seconds';
  is_cut boolean := false;
BEGIN
  <<organizations>>
  FOR org IN SELECT id FROM stela.organizations WHERE frozen_at IS NULL AND moved_to IS NULL LOOP
    PERFORM set_config('app.org_id', org::text, true);
    FOR tag IN SELECT DISTINCT container_tag FROM stela.search_marks WHERE org_id = org LOOP
      LOOP
        added := stela.index_marked(tag, least(p_limit - indexed, 100));
        indexed := indexed + added;
        is_cut := indexed >= p_limit OR clock_timestamp() > ends_at;
        EXIT organizations WHEN is_cut;
        EXIT WHEN added = 0;
      END LOOP;
    END LOOP;
  END LOOP;
  PERFORM set_config('app.org_id', '', true);
  RETURN json_build_object('indexed', indexed, 'hasMore', is_cut);
END
$$;
