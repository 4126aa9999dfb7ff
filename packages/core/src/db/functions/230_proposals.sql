-- Proposals: writes that wait for a person. `operation` holds {operation: as the API shows it, bases: what its documents were,
-- newIds: the ids of documents it may make}.

-- An operation as the API shows it, without what only its first run needed.
CREATE OR REPLACE FUNCTION stela.shown_operation(p_operation jsonb, p_custom_id text, p_content text) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN p_operation ->> 'op' IN ('put', 'create', 'store_redacted') THEN
    jsonb_build_object('op', 'upsert', 'customId', p_custom_id)
    || CASE WHEN p_content IS NULL THEN '{}' ELSE jsonb_build_object('content', p_content) END
    || coalesce(nullif(p_operation -> 'fields', 'null'), '{}')
  WHEN p_operation ->> 'op' = 'edit' THEN
    jsonb_build_object('op', 'edit', 'customId', p_custom_id, 'edits', p_operation -> 'edits')
  WHEN p_operation ->> 'op' = 'rename' THEN
    jsonb_build_object('op', 'rename', 'from', p_operation -> 'from', 'to', p_operation -> 'to')
  WHEN p_operation ->> 'op' = 'batch' THEN
    jsonb_build_object('op', 'batch', 'operations', (
      SELECT jsonb_agg(
        (each - 'fields' - 'ifMatch' - 'isSuspicious' - 'judgedRisk') || coalesce(nullif(each -> 'fields', 'null'), '{}')
        ORDER BY place)
      FROM jsonb_array_elements(p_operation -> 'operations') WITH ORDINALITY AS part (each, place)))
  ELSE jsonb_build_object('op', 'delete', 'customId', p_custom_id)
END;

CREATE OR REPLACE FUNCTION stela.operations_of(p_shown jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_shown ->> 'op' = 'batch' THEN p_shown -> 'operations' ELSE jsonb_build_array(p_shown) END;

-- What the documents are that an operation would overwrite or delete, by name: id and version, null for none; a directory by a digest
-- of what is beneath it. Edits and renames overwrite nothing that is not looked at when they run.
CREATE OR REPLACE FUNCTION stela.present_bases(p_container_tag text, p_shown jsonb) RETURNS jsonb
LANGUAGE sql STABLE
RETURN (
  SELECT coalesce(jsonb_object_agg(target.name, coalesce(
    (SELECT jsonb_build_object('id', d.id, 'version', d.version) FROM stela.documents AS d
      WHERE d.org_id = stela.current_org() AND d.container_tag = p_container_tag AND d.custom_id = target.name),
    CASE WHEN target.is_delete THEN (
      SELECT jsonb_build_object('documents', count(*), 'digest', md5(string_agg(d.id || ':' || d.version, ',' ORDER BY d.custom_id)))
      FROM stela.documents AS d
      WHERE d.org_id = stela.current_org() AND d.container_tag = p_container_tag
        AND d.custom_id >= target.name || '/' AND d.custom_id < target.name || '0'
    ) END
  )), '{}')
  FROM (
    SELECT each ->> 'customId' AS name, bool_or(each ->> 'op' = 'delete') AS is_delete
    FROM jsonb_array_elements(stela.operations_of(p_shown)) AS each
    WHERE each ->> 'op' IN ('upsert', 'delete') GROUP BY 1
  ) AS target
);

CREATE OR REPLACE FUNCTION stela.proposal_json(p stela.proposals, p_with_operation boolean) RETURNS json
LANGUAGE sql STABLE
RETURN json_build_object(
  'id', p.id, 'containerTag', p.container_tag, 'customId', p.custom_id, 'op', p.operation -> 'operation' -> 'op',
  'operation', CASE WHEN p_with_operation THEN p.operation -> 'operation' END, 'baseVersion', p.base_version, 'status', p.status,
  'actor', p.actor, 'session', p.session, 'model', p.model, 'createdAt', stela.rfc3339(p.created_at),
  'decidedBy', p.decided_by, 'decidedAt', stela.rfc3339(p.decided_at), 'reason', p.reason,
  'documentId', p.document_id, 'version', p.version
);

CREATE OR REPLACE FUNCTION stela.audit_proposal(p stela.proposals, p_action text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO stela.audit_events (
    org_id, actor, action, outcome, container_tag, custom_id, document_id, session, request, details, erasable_hash
  ) VALUES (
    p.org_id, current_setting('app.actor'), p_action, 'done', p.container_tag, p.custom_id, p.document_id,
    nullif(current_setting('app.session', true), ''), nullif(current_setting('app.request', true), ''),
    jsonb_build_object('proposal', p.id), ''
  )
$$;

-- Tries the operation, takes it back, and keeps it for a person where it could be done; a refusal is answered as to any writer.
-- Outcomes: proposed {proposal}, those of the operation, quota_exceeded.
CREATE OR REPLACE FUNCTION stela.propose(
  p_container_tag text, p_id uuid, p_operation jsonb, p_content text, p_new_ids uuid[], p_max_content_bytes integer,
  p_max_path_bytes integer
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  most_pending constant integer := 10000;
  tag text := p_container_tag;
  name text := p_operation ->> 'customId';
  shown jsonb;
  bases jsonb;
  answer json;
  proposal stela.proposals;
BEGIN
  IF p_id IS NOT NULL THEN
    SELECT container_tag, custom_id INTO tag, name FROM stela.documents
    WHERE org_id = stela.current_org() AND id = p_id AND stela.may_access(container_tag);
  END IF;
  shown := stela.shown_operation(p_operation, name, p_content);
  bases := stela.present_bases(tag, shown);
  BEGIN
    PERFORM set_config('app.is_proposing', 'trial', true);
    answer := stela.run_operation(
      p_container_tag, p_id, p_operation, p_content, p_new_ids, p_max_content_bytes, p_max_path_bytes);
    RAISE EXCEPTION USING ERRCODE = 'STTRY', MESSAGE = 'What is only tried is taken back';
  EXCEPTION WHEN SQLSTATE 'STTRY' THEN
    -- The block is rolled back, and the setting with it; its variables are not.
  END;
  IF answer ->> 'outcome' <> 'done' THEN
    RETURN answer;
  END IF;
  IF (
    SELECT count(*) FROM (
      SELECT FROM stela.proposals WHERE org_id = stela.current_org() AND status = 'pending' LIMIT most_pending
    ) AS pending
  ) >= most_pending THEN
    RETURN json_build_object('outcome', 'quota_exceeded', 'quota', 'pendingProposals', 'of', 'organization', 'limit', most_pending);
  END IF;
  name := CASE WHEN shown ->> 'op' = 'rename' THEN shown ->> 'from' ELSE name END;
  INSERT INTO stela.proposals (
    org_id, id, container_tag, custom_id, operation, base_version, document_id, actor, session, model, request
  )
  SELECT stela.current_org(), p_new_ids[cardinality(p_new_ids)], tag, name,
    jsonb_build_object('operation', shown, 'bases', bases, 'newIds', to_jsonb(trim_array(p_new_ids, 1))),
    d.version, d.id, current_setting('app.actor'), nullif(current_setting('app.session', true), ''),
    nullif(current_setting('app.model', true), ''), nullif(current_setting('app.request', true), '')
  FROM (SELECT) AS always LEFT JOIN stela.documents AS d
    ON d.org_id = stela.current_org() AND d.container_tag = tag AND d.custom_id = name
  RETURNING * INTO proposal;
  PERFORM stela.audit_proposal(proposal, 'proposal.create');
  RETURN json_build_object('outcome', 'proposed', 'proposal', stela.proposal_json(proposal, true));
END
$$;

-- A shown operation as run_batch takes it. `p_judged` says what is known of the result of an edit: {risk}, or {redacted, version}.
CREATE OR REPLACE FUNCTION stela.runnable_operation(p_shown jsonb, p_is_directory boolean, p_judged jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN p_shown ->> 'op' = 'edit' AND p_judged ? 'redacted' THEN jsonb_build_object(
    'op', 'upsert', 'customId', p_shown -> 'customId', 'content', p_judged -> 'redacted', 'ifMatch', p_judged -> 'version')
  WHEN p_shown ->> 'op' = 'edit' THEN p_shown || jsonb_build_object('isSuspicious', false, 'judgedRisk', p_judged -> 'risk')
  WHEN p_shown ->> 'op' = 'upsert' THEN
    p_shown || jsonb_build_object('fields', p_shown - 'op' - 'customId' - 'ifMatch' - 'content')
  WHEN p_shown ->> 'op' = 'delete' AND p_is_directory THEN p_shown || '{"op": "delete_path"}'
  ELSE p_shown
END;

-- Approves a proposal: an ordinary write, by its proposer, approved by the caller. `p_correction` is done in place of what was proposed.
-- Outcomes: done {proposal}, missing, decided {status}, moved_on, other_target, screen {rules, operation}, refused {index, refusal, edits: those of the operation, where it has any}.
CREATE OR REPLACE FUNCTION stela.approve_proposal(
  p_id uuid, p_correction jsonb, p_new_ids uuid[], p_force boolean, p_judged jsonb, p_max_content_bytes integer,
  p_max_path_bytes integer
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  tag text;
  approver text := current_setting('app.actor');
  session text := current_setting('app.session', true);
  model text := current_setting('app.model', true);
  proposal stela.proposals;
  proposed jsonb;
  shown jsonb;
  operations jsonb;
  is_directory boolean;
  renamed_to text;
  answer json;
BEGIN
  PERFORM stela.refuse_proposing();
  SELECT container_tag INTO tag FROM stela.proposals
  WHERE org_id = stela.current_org() AND id = p_id AND stela.may_access(container_tag);
  IF NOT FOUND THEN
    RETURN json_build_object('outcome', 'missing');
  END IF;
  -- Alone in the container, and before the row is locked: in this order no two decisions wait in a circle.
  PERFORM stela.lock_container(tag, true);
  SELECT * INTO proposal FROM stela.proposals WHERE org_id = stela.current_org() AND id = p_id FOR UPDATE;
  IF proposal.id IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  ELSIF proposal.status <> 'pending' THEN
    RETURN json_build_object('outcome', 'decided', 'status', proposal.status);
  END IF;
  proposed := proposal.operation -> 'operation';
  shown := coalesce(p_correction, proposed);
  IF (shown ->> 'op' = 'batch') <> (proposed ->> 'op' = 'batch')
    OR coalesce(shown ->> 'from', shown ->> 'customId') IS DISTINCT FROM proposal.custom_id
  THEN
    RETURN json_build_object('outcome', 'other_target');
  END IF;
  IF NOT p_force AND shown ->> 'op' <> 'edit' AND NOT shown ? 'ifMatch'
    AND stela.present_bases(tag, proposed) <> proposal.operation -> 'bases'
  THEN
    RETURN json_build_object('outcome', 'moved_on');
  END IF;
  IF shown ->> 'op' = 'edit' AND proposal.document_id IS NOT NULL THEN
    -- An edit follows its document to where it was moved since.
    SELECT custom_id INTO renamed_to FROM stela.documents
    WHERE org_id = stela.current_org() AND container_tag = tag AND id = proposal.document_id;
    IF NOT FOUND THEN
      RETURN json_build_object('outcome', 'moved_on');
    END IF;
    shown := shown || jsonb_build_object('customId', renamed_to);
  END IF;
  IF stela.needs_container_rules(tag, stela.texts_to_store(stela.operations_of(shown)), NULL)
    AND stela.container_rules(tag) ->> 'revision' IS DISTINCT FROM p_judged ->> 'screenedWith'
  THEN
    RETURN json_build_object('outcome', 'screen', 'rules', stela.container_rules(tag),
      'operation', coalesce(p_correction, proposed));
  END IF;
  is_directory := coalesce(proposal.operation -> 'bases' -> proposal.custom_id ? 'digest', false);
  SELECT jsonb_agg(stela.runnable_operation(each, is_directory, p_judged -> (place - 1)::text) ORDER BY place)
  INTO operations
  FROM jsonb_array_elements(stela.operations_of(shown)) WITH ORDINALITY AS part (each, place);
  PERFORM set_config('app.actor', proposal.actor, true), set_config('app.approver', approver, true),
    set_config('app.session', coalesce(proposal.session, ''), true), set_config('app.model', coalesce(proposal.model, ''), true);
  answer := stela.run_batch(
    tag, operations, coalesce(p_new_ids, ARRAY(SELECT id::uuid FROM jsonb_array_elements_text(proposal.operation -> 'newIds') AS id)),
    p_max_content_bytes, p_max_path_bytes);
  PERFORM set_config('app.actor', approver, true), set_config('app.approver', '', true),
    set_config('app.session', coalesce(session, ''), true), set_config('app.model', coalesce(model, ''), true);
  IF answer ->> 'outcome' <> 'done' THEN
    RETURN json_build_object('outcome', 'refused', 'index', answer -> 'index', 'refusal', answer -> 'refusal',
      'edits', operations -> (answer ->> 'index')::integer -> 'edits');
  END IF;
  UPDATE stela.proposals SET
    status = 'approved', decided_by = approver, decided_at = clock_timestamp(),
    document_id = CASE WHEN shown ->> 'op' = 'batch' THEN NULL ELSE coalesce(
      (answer -> 'results' -> 0 -> 'document' ->> 'id')::uuid, document_id) END,
    version = CASE WHEN shown ->> 'op' = 'batch' THEN NULL ELSE coalesce(
      answer -> 'results' -> 0 -> 'document' ->> 'version', answer -> 'results' -> 0 ->> 'version')::integer END
  WHERE org_id = stela.current_org() AND id = p_id
  RETURNING * INTO proposal;
  PERFORM stela.audit_proposal(proposal, CASE WHEN p_correction IS NULL THEN 'proposal.approve' ELSE 'proposal.correct' END);
  RETURN json_build_object('outcome', 'done', 'proposal', stela.proposal_json(proposal, true));
END
$$;

-- Outcomes: done {proposal}, missing, decided {status}.
CREATE OR REPLACE FUNCTION stela.reject_proposal(p_id uuid, p_reason text) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  proposal stela.proposals;
BEGIN
  PERFORM stela.refuse_proposing();
  SELECT * INTO proposal FROM stela.proposals
  WHERE org_id = stela.current_org() AND id = p_id AND stela.may_access(container_tag) FOR UPDATE;
  IF proposal.id IS NULL THEN
    RETURN json_build_object('outcome', 'missing');
  ELSIF proposal.status <> 'pending' THEN
    RETURN json_build_object('outcome', 'decided', 'status', proposal.status);
  END IF;
  UPDATE stela.proposals
  SET status = 'rejected', decided_by = current_setting('app.actor'), decided_at = clock_timestamp(), reason = p_reason
  WHERE org_id = stela.current_org() AND id = p_id
  RETURNING * INTO proposal;
  PERFORM stela.audit_proposal(proposal, 'proposal.reject');
  RETURN json_build_object('outcome', 'done', 'proposal', stela.proposal_json(proposal, true));
END
$$;

-- Gives an answer of one of many decisions back, noting it where it is a refusal: the request as a whole is none.
CREATE OR REPLACE FUNCTION stela.noted_decision(p_id uuid, p_answer json) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  code text := coalesce(p_answer -> 'refusal' ->> 'outcome', p_answer ->> 'outcome');
  proposal stela.proposals;
BEGIN
  IF code <> 'done' THEN
    -- The container is named to those who may know it.
    SELECT * INTO proposal FROM stela.proposals
    WHERE org_id = stela.current_org() AND id = p_id AND stela.may_access(container_tag);
    PERFORM stela.append_refusal(proposal.container_tag, jsonb_build_object('code', code, 'proposal', p_id));
  END IF;
  RETURN p_answer;
END
$$;

-- Decides many, each by itself: done {answers, in the order asked}. Locks are taken in the order of containers, then of ids.
CREATE OR REPLACE FUNCTION stela.approve_proposals(p_ids uuid[], p_max_content_bytes integer, p_max_path_bytes integer) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  each record;
  answers jsonb := '{}';
BEGIN
  FOR each IN
    SELECT DISTINCT container_tag FROM stela.proposals
    WHERE org_id = stela.current_org() AND id = ANY (p_ids) AND stela.may_access(container_tag) ORDER BY container_tag
  LOOP
    PERFORM stela.lock_container(each.container_tag, true);
  END LOOP;
  FOR each IN SELECT DISTINCT id FROM unnest(p_ids) AS id ORDER BY id LOOP
    answers := answers || jsonb_build_object(
      each.id::text, stela.noted_decision(each.id,
        stela.approve_proposal(each.id, NULL, NULL, false, NULL, p_max_content_bytes, p_max_path_bytes)));
  END LOOP;
  RETURN json_build_object('outcome', 'done', 'answers',
    (SELECT json_agg(answers -> id::text ORDER BY place) FROM unnest(p_ids) WITH ORDINALITY AS asked (id, place)));
END
$$;

CREATE OR REPLACE FUNCTION stela.reject_proposals(p_ids uuid[], p_reason text) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  each uuid;
  answers jsonb := '{}';
BEGIN
  FOR each IN SELECT DISTINCT id FROM unnest(p_ids) AS id ORDER BY id LOOP
    answers := answers || jsonb_build_object(each::text, stela.noted_decision(each, stela.reject_proposal(each, p_reason)));
  END LOOP;
  RETURN json_build_object('outcome', 'done', 'answers',
    (SELECT json_agg(answers -> id::text ORDER BY place) FROM unnest(p_ids) WITH ORDINALITY AS asked (id, place)));
END
$$;
