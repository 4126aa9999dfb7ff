-- What a snapshot of a container is made of: the first entries of its tree, its pinned documents and those that changed last.
CREATE OR REPLACE FUNCTION stela.snapshot(
  p_container_tag text, p_depth integer, p_outline integer, p_pinned integer, p_latest integer, p_characters integer
) RETURNS json
LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'documents', (
      SELECT coalesce(sum(documents), 0) FROM stela.container_counters
      WHERE org_id = stela.current_org() AND container_tag = p_container_tag
    ),
    'outline', (
      SELECT coalesce(json_agg(json_build_object('path', translate(tree_key, E'\x01', '/'), 'bytes', bytes) ORDER BY place), '[]')
      FROM stela.tree_entries(p_container_tag, '', p_depth, NULL, false, false, p_outline + 1)
    ),
    'pinned', (
      SELECT coalesce(json_agg(json_build_object('customId', custom_id, 'version', version, 'content', left(content, p_characters),
        'isPassage', length(content) > p_characters) ORDER BY updated_at DESC, id DESC), '[]')
      FROM (
        SELECT * FROM stela.documents
        WHERE org_id = stela.current_org() AND listing_tag = p_container_tag AND is_pinned AND status = 'active'
          AND (expires_at IS NULL OR expires_at > now())
        ORDER BY updated_at DESC, id DESC LIMIT p_pinned
      ) AS pinned
    ),
    'pinnedCount', (
      SELECT count(*) FROM stela.documents
      WHERE org_id = stela.current_org() AND listing_tag = p_container_tag AND is_pinned AND status = 'active'
        AND (expires_at IS NULL OR expires_at > now())
    ),
    'latest', (
      SELECT coalesce(json_agg(json_build_object('customId', custom_id, 'version', version, 'updatedAt', stela.rfc3339(updated_at))
        ORDER BY updated_at DESC, id DESC), '[]')
      FROM (
        SELECT * FROM stela.documents
        WHERE org_id = stela.current_org() AND listing_tag = p_container_tag AND (expires_at IS NULL OR expires_at > now())
        ORDER BY updated_at DESC, id DESC LIMIT p_latest
      ) AS latest
    )
  )
$$;
