-- Reads a document by customId, or by id where one is given: then the container is looked at here. Null: there is none for this caller.
CREATE OR REPLACE FUNCTION stela.get_document(p_container_tag text, p_custom_id text, p_id uuid) RETURNS json
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_id IS NULL THEN
    RETURN (
      SELECT stela.document_json(d) FROM stela.documents AS d
      WHERE d.org_id = stela.current_org() AND d.container_tag = p_container_tag AND d.custom_id = p_custom_id
    );
  END IF;
  RETURN (
    SELECT stela.document_json(d) FROM stela.documents AS d
    WHERE d.org_id = stela.current_org() AND d.id = p_id AND stela.may_access(d.container_tag)
  );
END
$$;
