import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { stela } from "../../lib/stela.ts";
import { ancestors, EMPTY_TREE, ROOT, reduceTree, treeRows } from "./tree-state.ts";

const PAGE = 200;

/** A container's tree, loaded a directory and a page at a time, as one flat list of rows. */
export function useTree(containerTag: string, openDocument: string | undefined) {
  const [state, dispatch] = useReducer(reduceTree, EMPTY_TREE);
  const latest = useRef(state);
  latest.current = state;

  const load = useCallback(
    async (path: string, isFirst: boolean) => {
      const cursor = isFirst ? null : (latest.current.directories.get(path)?.nextCursor ?? null);
      dispatch({ type: "loading", path });
      try {
        const query = { depth: 1, limit: PAGE, path, ...(cursor !== null && { cursor }) };
        const { entries, nextCursor } = await stela.documents.tree(containerTag, query);
        dispatch({ type: "loaded", path, entries, nextCursor, isFirst });
      } catch (error) {
        dispatch({ type: "failed", path, error });
      }
    },
    [containerTag],
  );

  const open = useCallback(
    (path: string) => {
      if (latest.current.open.has(path)) return;
      dispatch({ type: "toggled", path });
      if (!latest.current.directories.has(path)) void load(path, true);
    },
    [load],
  );

  useEffect(() => void load(ROOT, true), [load]);
  // A link to a document shows where it lies.
  useEffect(() => {
    for (const path of openDocument === undefined ? [] : ancestors(openDocument)) open(path);
  }, [openDocument, open]);

  const rows = useMemo(() => treeRows(state), [state]);
  return {
    rows,
    root: state.directories.get(ROOT),
    toggle: (path: string) => (latest.current.open.has(path) ? dispatch({ type: "toggled", path }) : open(path)),
    loadMore: (path: string) => void load(path, false),
    retry: (path: string) => void load(path, true),
    /** Asks again for everything that is open: something was changed. */
    reload: useCallback(() => void Promise.all([...latest.current.open].map((path) => load(path, true))), [load]),
  };
}
