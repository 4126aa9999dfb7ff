-- Text as search sees it: full-width and half-width, composed and decomposed, with and without accents are one. Case is kept, because
-- it parts identifiers.
CREATE OR REPLACE FUNCTION stela.search_fold(p_text text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF octet_length(p_text) = length(p_text) THEN
    RETURN p_text;
  END IF;
  RETURN replace(replace(replace(replace(replace(replace(
    translate(normalize(regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC), 'ıøØłŁđĐðÐ', 'ioOlLdDdD'),
    'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE');
END
$$;

-- The identifiers in a folded text: what is held together by punctuation, by a change of case, or by a thousands separator.
CREATE OR REPLACE FUNCTION stela.search_identifiers(p_text text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 8 AS $$
  SELECT left(found[1], 256) FROM regexp_matches(p_text,
    '((?:[.@#$_-]|(?<![A-Za-z0-9]))[A-Za-z0-9]+(?:[-_./@:+#~&$=%,]+[A-Za-z0-9]+)+(?:\+\+|[%+#_])?'
    '|(?<![A-Za-z0-9])[.@#$_][A-Za-z0-9]+'
    '|[A-Za-z0-9]+(?:\+\+|[#%_])'
    '|[A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*|[A-Z]{2,}[a-z]{2,}[A-Za-z0-9]*)', 'g') AS found
$$;

-- The lexemes of a folded text. Words are stemmed; identifiers stand whole and in parts; where a script has no spaces each character
-- and each pair is a lexeme, and of a query the pairs alone wherever there are any.
CREATE OR REPLACE FUNCTION stela.search_terms(p_text text, p_is_query boolean) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  -- Han, kana, hangul, bopomofo, Thai, Lao, Myanmar, Khmer; currency, arrows, symbols, emoji.
  unspaced constant text := '\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u20a0-\u20cf\u2190-\u2bff\u2e80-\u2fdf\u3005-\u3007'
    '\u3040-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff';
  -- What Postgres's parser would not part words at.
  held_together constant text := '[-_./\\@:<>&%~+=]+';
  spaced text := p_text;
  pairs tsvector;
  parts text;
  wholes text[];
  terms tsvector;
BEGIN
  IF octet_length(p_text) > length(p_text) THEN
    SELECT string_agg(concat_ws(' ',
      CASE WHEN NOT p_is_query OR following IS NULL AND place = 1 THEN letter || ':' || least(number, 16000) END,
      letter || following || ':' || least(number, 16000)), ' ')::tsvector
    INTO pairs
    FROM (
      SELECT letter, place, row_number() OVER () AS number, lead(letter) OVER (PARTITION BY run ORDER BY place) AS following
      FROM regexp_matches(p_text, '[' || unspaced || ']+', 'g') WITH ORDINALITY AS found (texts, run),
        string_to_table(texts[1], NULL) WITH ORDINALITY AS one (letter, place)
    ) AS letters;
    spaced := lower(regexp_replace(p_text COLLATE pg_catalog.pg_c_utf8, '[' || unspaced || ']|[^\u0001-\u007f[:alnum:]]', ' ', 'g'));
  END IF;
  terms := to_tsvector('pg_catalog.english', regexp_replace(spaced, held_together, ' ', 'g'));
  SELECT string_agg(DISTINCT CASE WHEN run ~ '^[0-9,]+$' THEN replace(run, ',', '')
      ELSE regexp_replace(regexp_replace(run, '([a-z0-9])([A-Z])', '\1 \2', 'g'), '([A-Z])([A-Z][a-z]{2})', '\1 \2', 'g') END, ' ')
      FILTER (WHERE run ~ '[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}|^[0-9]{1,3}(,[0-9]{3})+$'),
    array_agg(lower(whole)) FILTER (WHERE whole ~ '[^A-Za-z0-9]')
  INTO parts, wholes
  FROM stela.search_identifiers(p_text) AS run, LATERAL (
    SELECT rtrim(ltrim(run, '-_'), '-_') AS whole
    UNION SELECT unnest(regexp_split_to_array(run, '[^A-Za-z0-9_]+'))
    UNION SELECT unnest(regexp_split_to_array(run, '[^A-Za-z0-9-]+'))
    UNION SELECT unnest(regexp_split_to_array(run, '[^A-Za-z0-9_.-]+'))
  ) AS wholes;
  IF parts IS NOT NULL THEN
    terms := terms || to_tsvector('pg_catalog.english', regexp_replace(parts, held_together, ' ', 'g'));
  END IF;
  IF wholes IS NOT NULL THEN
    terms := terms || array_to_tsvector(ARRAY(SELECT DISTINCT btrim(whole, ':/~&=') FROM unnest(wholes) AS whole WHERE btrim(whole, ':/~&=-_') <> ''));
  END IF;
  RETURN CASE WHEN pairs IS NULL THEN terms ELSE terms || pairs END;
END
$$;

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
