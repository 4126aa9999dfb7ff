-- Facts: documents with a key and a category, named fact:<key>. What becomes of a new one is judged by packages/core/src/facts/judge.ts;
-- here is what it is judged by, and how the judgement is carried out.

-- The stored facts that new ones are judged by: those of the same names whatever their status, and for each the 20 active ones of its
-- category that hold most of its terms. `p_asked` is a list of {customId, category, terms}.
CREATE OR REPLACE FUNCTION stela.known_facts(p_container_tag text, p_asked jsonb) RETURNS SETOF stela.documents
LANGUAGE sql STABLE ROWS 20 AS $$
  WITH asked AS MATERIALIZED (
    SELECT fact ->> 'customId' AS custom_id, fact ->> 'category' AS category, stela.text_array(fact -> 'terms') AS terms
    FROM jsonb_array_elements(p_asked) AS fact
  ), active AS MATERIALIZED (
    SELECT id, category, lower(normalize(left(content, 4000) || ' ' || key, NFKC)) AS folded FROM stela.documents
    WHERE org_id = stela.current_org() AND listing_tag = p_container_tag AND key IS NOT NULL
      AND category = ANY (ARRAY(SELECT category FROM asked)) AND status = 'active' AND (expires_at IS NULL OR expires_at > now())
  ), alike AS (
    SELECT best.id FROM asked CROSS JOIN LATERAL (
      SELECT active.id, (SELECT count(*) FROM unnest(asked.terms) AS term WHERE strpos(active.folded, term) > 0) AS met
      FROM active WHERE active.category = asked.category ORDER BY met DESC, active.id LIMIT 20
    ) AS best WHERE best.met > 0
  )
  SELECT d.* FROM stela.documents AS d
  WHERE d.org_id = stela.current_org() AND d.container_tag = p_container_tag AND (
    d.custom_id = ANY (ARRAY(SELECT custom_id FROM asked)) OR d.id = ANY (ARRAY(SELECT id FROM alike))
  )
$$;

DROP FUNCTION IF EXISTS stela.remember_facts(text, jsonb, text, jsonb, jsonb, integer, integer);

-- Carries out the judgement of facts, alone in the container, if it rests on what is known now; gives back what is known if not.
-- `p_basis` stands for that, null for a container that knows nothing alike and has no rules for facts. `p_policy` is what was done with
-- secrets, `p_screened_with` the revision of the container's own rules that they were looked for by. `p_steps` holds one step for each
-- fact: {outcome, reason, of, operations, newIds, superseded, policy, findings, unstored: the fact, where no operation holds it}.
-- Outcomes: done {results}, judge {basis, rules, policy, known, screen: {rules, closed}}, refused {index, refusal}: then nothing was
-- changed. `screen` has the rules that the facts have to be scanned with, and which findings count for nothing.
CREATE OR REPLACE FUNCTION stela.remember_facts(
  p_container_tag text, p_asked jsonb, p_basis text, p_policy text, p_screened_with text, p_steps jsonb, p_max_content_bytes integer,
  p_max_path_bytes integer
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  settings record;
  known json;
  basis text;
  findings jsonb := jsonb_path_query_array(p_steps, '$[*].findings[*]');
  secret_rules jsonb;
  closed integer[] := '{}';
  judge json;
  step jsonb;
  operations jsonb;
  told jsonb;
  kept integer := 0;
  answer json;
  results json[] := '{}';
  refused_index integer;
BEGIN
  PERFORM stela.lock_container(p_container_tag, true);
  SELECT coalesce(c.secret_policy, 'block') AS policy, c.fact_rules AS rules INTO settings FROM (SELECT) AS always
  LEFT JOIN stela.containers AS c ON c.org_id = stela.current_org() AND c.container_tag = p_container_tag;
  SELECT json_agg(stela.known_fact_json(fact) ORDER BY fact.id), string_agg(fact.id || ':' || fact.version, ',' ORDER BY fact.id)
  INTO known, basis FROM stela.known_facts(p_container_tag, p_asked) AS fact;
  basis := concat_ws(' ', basis, settings.rules::text);
  basis := CASE WHEN basis <> '' THEN md5(basis) END;
  secret_rules := stela.container_rules(p_container_tag);
  IF secret_rules ->> 'revision' = p_screened_with THEN
    secret_rules := NULL;
  ELSIF secret_rules IS NOT NULL AND findings = '[]'
    AND NOT stela.needs_container_rules(p_container_tag, stela.texts_of_steps(p_steps), NULL)
  THEN
    secret_rules := NULL;
  END IF;
  IF findings <> '[]' THEN
    closed := stela.closed_findings(p_container_tag, findings);
  END IF;
  judge := json_build_object('outcome', 'judge', 'basis', basis, 'rules', settings.rules, 'policy', settings.policy,
    'known', coalesce(known, '[]'), 'screen', json_build_object('rules', secret_rules, 'closed', closed));
  IF basis IS DISTINCT FROM p_basis OR secret_rules IS NOT NULL OR closed <> '{}'
    OR findings <> '[]' AND settings.policy <> p_policy
  THEN
    RETURN judge;
  END IF;
  FOR i IN 0 .. jsonb_array_length(p_steps) - 1 LOOP
    step := p_steps -> i;
    operations := step -> 'operations';
    answer := NULL;
    told := '[]';
    IF step -> 'findings' <> '[]' THEN
      told := stela.keep_findings(p_container_tag, step -> 'findings', step ->> 'policy', kept);
      kept := kept + jsonb_array_length(told);
    END IF;
    IF operations <> '[]' THEN
      IF operations -> 0 -> 'fields' ->> 'occurredAt' IS NULL THEN
        operations := jsonb_set(operations, '{0,fields,occurredAt}', to_jsonb(stela.rfc3339(clock_timestamp())));
      END IF;
      answer := stela.write_documents(p_container_tag, NULL,
        jsonb_build_object('op', 'batch', 'operations', operations, 'screenedWith', p_screened_with), NULL,
        ARRAY(SELECT id::uuid FROM jsonb_array_elements_text(step -> 'newIds') AS id), p_max_content_bytes, p_max_path_bytes);
      IF answer ->> 'outcome' NOT IN ('done', 'proposed') THEN
        refused_index := i;
        RAISE EXCEPTION USING ERRCODE = 'STBAT', MESSAGE = 'A fact was refused';
      END IF;
    ELSIF step ->> 'of' IS NOT NULL AND NOT stela.is_proposing() THEN
      UPDATE stela.documents SET last_accessed_at = clock_timestamp()
      WHERE org_id = stela.current_org() AND id = (step ->> 'of')::uuid;
    END IF;
    results := results || json_build_object(
      'outcome', CASE WHEN answer ->> 'outcome' = 'proposed' THEN 'proposed' ELSE step ->> 'outcome' END,
      'reason', step -> 'reason',
      'document', coalesce(answer -> 'results' -> 0 -> 'document', (
        SELECT stela.document_json(d) FROM stela.documents AS d
        WHERE d.org_id = stela.current_org() AND d.id = (step ->> 'of')::uuid
      )),
      'superseded', (
        SELECT coalesce(json_agg(jsonb_build_object('id', old -> 'id', 'customId', old -> 'customId',
          'version', answer -> 'results' -> place::integer -> 'document' -> 'version') ORDER BY place), '[]')
        FROM jsonb_array_elements(step -> 'superseded') WITH ORDINALITY AS part (old, place)
      ),
      'proposalId', answer -> 'proposal' -> 'id',
      'findings', told);
  END LOOP;
  RETURN json_build_object('outcome', 'done', 'results', array_to_json(results));
EXCEPTION WHEN SQLSTATE 'STBAT' THEN
  -- The block is rolled back, its variables are not.
  IF answer ->> 'outcome' = 'screen' THEN
    RETURN judge; -- The container's own rules have changed meanwhile: the next try is told of them.
  END IF;
  RETURN json_build_object('outcome', 'refused', 'index', refused_index, 'refusal', coalesce(answer -> 'refusal', answer));
END
$$;

-- All that steps would store, and the facts that they leave out, as JSON writes it.
CREATE OR REPLACE FUNCTION stela.texts_of_steps(p_steps jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT jsonb_agg(jsonb_build_array(step -> 'operations', step -> 'unstored'))::text FROM jsonb_array_elements(p_steps) AS step
);

-- A stored fact as it is judged by. One that was not remembered but written as a document is as old as its last change.
CREATE OR REPLACE FUNCTION stela.known_fact_json(d stela.documents) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN json_build_object('id', d.id, 'customId', d.custom_id, 'key', d.key, 'category', d.category, 'content', d.content,
  'importance', d.importance, 'tags', d.tags, 'status', d.status, 'occurredAt', stela.rfc3339(coalesce(d.occurred_at, d.updated_at)));
