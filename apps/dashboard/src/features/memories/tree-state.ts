import type { TreeEntry } from "@stela/sdk";

interface Directory {
  readonly entries: readonly TreeEntry[];
  readonly nextCursor: string | null;
  readonly isLoading: boolean;
  readonly error: unknown;
}

export interface TreeState {
  readonly directories: ReadonlyMap<string, Directory>;
  readonly open: ReadonlySet<string>;
}

export type TreeAction =
  | { readonly type: "toggled"; readonly path: string }
  | { readonly type: "loading"; readonly path: string }
  | {
      readonly type: "loaded";
      readonly path: string;
      readonly entries: readonly TreeEntry[];
      readonly nextCursor: string | null;
      /** The first page: what was there before is no longer known to be. */
      readonly isFirst: boolean;
    }
  | { readonly type: "failed"; readonly path: string; readonly error: unknown };

/** A line of the tree as it is shown: an entry, or what stands for entries that are not there yet. */
export type TreeRow =
  | { readonly kind: "entry"; readonly entry: TreeEntry; readonly depth: number; readonly isOpen: boolean }
  | { readonly kind: "more" | "failed"; readonly path: string; readonly depth: number; readonly isLoading: boolean };

/** The path above everything. */
export const ROOT = "";

const UNKNOWN: Directory = { entries: [], nextCursor: null, isLoading: false, error: null };

export const EMPTY_TREE: TreeState = { directories: new Map(), open: new Set([ROOT]) };

export function reduceTree({ directories, open }: TreeState, action: TreeAction): TreeState {
  const { path } = action;
  const known = directories.get(path) ?? UNKNOWN;
  const put = (directory: Directory): TreeState => ({ directories: new Map(directories).set(path, directory), open });
  switch (action.type) {
    case "toggled": {
      const next = new Set(open);
      if (!next.delete(path)) next.add(path);
      return { directories, open: next };
    }
    case "loading":
      return put({ ...known, isLoading: true, error: null });
    case "loaded":
      return put({
        entries: action.isFirst ? action.entries : [...known.entries, ...action.entries],
        nextCursor: action.nextCursor,
        isLoading: false,
        error: null,
      });
    case "failed":
      return put({ ...known, isLoading: false, error: action.error });
  }
}

/** What is open, from the top down. */
export function treeRows({ directories, open }: TreeState, path = ROOT, depth = 0): TreeRow[] {
  const directory = directories.get(path);
  if (directory === undefined) return path === ROOT ? [] : [{ kind: "more", path, depth, isLoading: true }];
  const rows = directory.entries.flatMap((entry): TreeRow[] => {
    const isOpen = entry.type === "directory" && open.has(entry.path);
    const row: TreeRow = { kind: "entry", entry, depth, isOpen };
    return isOpen ? [row, ...treeRows({ directories, open }, entry.path, depth + 1)] : [row];
  });
  if (directory.error !== null) rows.push({ kind: "failed", path, depth, isLoading: false });
  else if (directory.nextCursor !== null || (directory.isLoading && directory.entries.length === 0)) {
    rows.push({ kind: "more", path, depth, isLoading: directory.isLoading });
  }
  return rows;
}

/** The directories above a path, the highest first. */
export function ancestors(path: string): string[] {
  const steps = path.split("/");
  return steps.slice(1, -1).map((_, index) => steps.slice(0, index + 2).join("/"));
}
