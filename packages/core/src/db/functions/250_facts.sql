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

-- Carries out the judgement of facts, alone in the container, if it rests on what is known now; gives back what is known if not.
-- `p_basis` stands for that, null for a container that knows nothing alike and has no rules of its own. `p_steps` holds one step for each
-- fact: {outcome, reason, of, operations, newIds, superseded}; `p_findings` what the policy said of secrets, to be audited.
-- Outcomes: done {results}, judge {basis, rules, policy, known}, refused {index, refusal}: then nothing was changed.
CREATE OR REPLACE FUNCTION stela.remember_facts(
  p_container_tag text, p_asked jsonb, p_basis text, p_steps jsonb, p_findings jsonb, p_max_content_bytes integer,
  p_max_path_bytes integer
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  settings record;
  known json;
  basis text;
  step jsonb;
  operations jsonb;
  answer json;
  results json[] := '{}';
  refused_index integer;
BEGIN
  PERFORM stela.lock_container(p_container_tag, true);
  SELECT coalesce(c.secret_policy, 'block') AS policy, c.fact_rules AS rules INTO settings FROM (SELECT) AS always
  LEFT JOIN stela.containers AS c ON c.org_id = stela.current_org() AND c.container_tag = p_container_tag;
  SELECT json_agg(stela.known_fact_json(fact) ORDER BY fact.id), string_agg(fact.id || ':' || fact.version, ',' ORDER BY fact.id)
  INTO known, basis FROM stela.known_facts(p_container_tag, p_asked) AS fact;
  basis := concat_ws(' ', basis, settings.rules::text,
    CASE WHEN p_findings <> '[]' THEN nullif(settings.policy, 'block') END);
  basis := CASE WHEN basis <> '' THEN md5(basis) END;
  IF basis IS DISTINCT FROM p_basis THEN
    RETURN json_build_object('outcome', 'judge', 'basis', basis, 'rules', settings.rules, 'policy', settings.policy,
      'known', coalesce(known, '[]'));
  END IF;
  PERFORM stela.append_audit('secret.' || (item ->> 'policy'), CASE item ->> 'policy' WHEN 'block' THEN 'refused' ELSE 'done' END,
    p_container_tag, jsonb_build_object('findings', item -> 'findings'))
  FROM jsonb_array_elements(p_findings) AS item;
  FOR i IN 0 .. jsonb_array_length(p_steps) - 1 LOOP
    step := p_steps -> i;
    operations := step -> 'operations';
    answer := NULL;
    IF operations <> '[]' THEN
      IF operations -> 0 -> 'fields' ->> 'occurredAt' IS NULL THEN
        operations := jsonb_set(operations, '{0,fields,occurredAt}', to_jsonb(stela.rfc3339(clock_timestamp())));
      END IF;
      answer := stela.write_documents(p_container_tag, NULL, jsonb_build_object('op', 'batch', 'operations', operations), NULL,
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
      'proposalId', answer -> 'proposal' -> 'id');
  END LOOP;
  RETURN json_build_object('outcome', 'done', 'results', array_to_json(results));
EXCEPTION WHEN SQLSTATE 'STBAT' THEN
  -- The block is rolled back, its variables are not.
  RETURN json_build_object('outcome', 'refused', 'index', refused_index, 'refusal', coalesce(answer -> 'refusal', answer));
END
$$;

-- A stored fact as it is judged by. One that was not remembered but written as a document is as old as its last change.
CREATE OR REPLACE FUNCTION stela.known_fact_json(d stela.documents) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN json_build_object('id', d.id, 'customId', d.custom_id, 'key', d.key, 'category', d.category, 'content', d.content,
  'importance', d.importance, 'tags', d.tags, 'status', d.status, 'occurredAt', stela.rfc3339(coalesce(d.occurred_at, d.updated_at)));
