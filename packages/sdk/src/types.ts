/** What a document is about; `null` in a request clears it. */
export type Category = "preference" | "project_fact" | "decision" | "user_info" | "todo";
export type Status = "active" | "outdated" | "archived";

/** Text with a `customId`, unique in its container, and a `version` that goes up by one with every change. */
export interface Document {
  id: string;
  containerTag: string;
  customId: string;
  version: number;
  /** Left out of lists unless `fields: "content"` asks for it. */
  content?: string;
  metadata: Record<string, unknown>;
  tags: string[];
  category?: Category;
  key?: string;
  importance?: number;
  status: Status;
  source?: string;
  pinned: boolean;
  /** UTF-8 bytes of the content. */
  bytes: number;
  lines: number;
  createdAt: string;
  updatedAt: string;
  lastAccessedAt: string;
  expiresAt?: string;
}

/** Fields a caller sets. Those not sent keep their value; null clears one that may be empty. */
export interface DocumentFields {
  /** At most 1 MiB of UTF-8, without NUL. */
  content?: string;
  /** At most 64 keys and 16 KiB of JSON. */
  metadata?: Record<string, unknown>;
  /** At most 32 labels of 64 bytes. */
  tags?: string[];
  category?: Category | null;
  key?: string | null;
  /** 1 to 5. */
  importance?: number | null;
  status?: Status;
  source?: string | null;
  pinned?: boolean;
  /** RFC 3339. */
  expiresAt?: string | null;
}

export interface UpsertBody extends DocumentFields {
  /** 1 to 128 of the characters `A-Z a-z 0-9 _ . : @ -`. */
  containerTag: string;
  /** Unique in its container, at most 1,024 bytes; the document's id when left out. */
  customId?: string;
}

export type Edit =
  | { oldStr: string; newStr?: string }
  | { insertLine: number; insertText: string }
  | { append: string };

export interface RenameBody {
  /** A document's customId, or a path: then everything beneath it moves. */
  from: string;
  to: string;
  /** Only tell what would move. */
  dryRun?: boolean;
}

export interface Renamed {
  /** How many documents moved, or would move. */
  renamed: number;
  dryRun: boolean;
  /** The first 1,000 of them, in order of name. */
  documents: { from: string; to: string }[];
}

export type Operation =
  | ({ op: "upsert"; customId: string; ifMatch?: number } & DocumentFields)
  | { op: "edit"; customId: string; ifMatch?: number; edits: Edit[] }
  | { op: "delete"; customId: string; ifMatch?: number }
  | { op: "rename"; from: string; to: string; ifMatch?: number };

export interface BatchBody {
  containerTag: string;
  /** 1 to 100, applied in order, all or nothing. */
  operations: Operation[];
}

export interface BatchAnswer {
  /** One for each operation, in the same order. */
  results: (
    | { op: "upsert" | "edit"; document: Document }
    | { op: "delete"; deleted: Deleted }
    | { op: "rename"; renamed: number }
  )[];
}

export interface Deleted {
  id: string;
  containerTag: string;
  customId: string;
  version: number;
  isDeleted: true;
}

export interface ListQuery {
  /** Whole segments when it ends in `/`. */
  prefix?: string;
  tag?: string;
  category?: Category;
  status?: Status;
  /** RFC 3339. */
  updatedSince?: string;
  order?: "customId" | "-customId" | "updatedAt" | "-updatedAt";
  /** Include the text of each document. */
  fields?: "content";
  /** Count all that match, as `page.total`. */
  total?: boolean;
  /** Documents a page, at most 200. */
  limit?: number;
  cursor?: string;
}

export interface DocumentList {
  documents: Document[];
  nextCursor: string | null;
  total?: number;
}

export interface TreeQuery {
  path?: string;
  /** Levels, 1 to 16. */
  depth?: number;
  /** Add how many files are beneath each directory, at the cost of counting them. */
  counts?: boolean;
  /** Entries a page, at most 1,000. */
  limit?: number;
  cursor?: string;
}

export interface TreeEntry {
  path: string;
  type: "file" | "directory";
  id?: string;
  version?: number;
  /** UTF-8 bytes of a file. */
  bytes?: number;
  updatedAt?: string;
  /** How many files are beneath a directory, with `counts: true`. */
  files?: number;
}

export interface TreeList {
  entries: TreeEntry[];
  nextCursor: string | null;
}

export interface Container {
  containerTag: string;
  documents: number;
  bytes: number;
  /** What the memory tool's `create` does when the file exists. */
  onExisting: "refuse" | "overwrite";
  /** Revisions older than this are pruned; null keeps them all. */
  revisionRetentionDays: number | null;
  maxDocuments: number | null;
  maxBytes: number | null;
  createdAt: string;
  updatedAt: string;
}

export interface ContainerSettings {
  onExisting?: "refuse" | "overwrite";
  revisionRetentionDays?: number | null;
  maxDocuments?: number | null;
  maxBytes?: number | null;
}

export interface ContainerListQuery {
  prefix?: string;
  limit?: number;
  cursor?: string;
}

export interface ContainerList {
  containers: Container[];
  nextCursor: string | null;
}

/** The memory tool's answer to one command. */
export interface MemoryAnswer {
  /** The text for the model. */
  content: string;
  isError: boolean;
  /** The canonical path the command was about. */
  path?: string;
  /** The file's version after the command, or the one that was shown. */
  version?: number;
}
