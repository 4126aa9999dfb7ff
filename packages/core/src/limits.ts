/** Every limit of the API in one place; `api.md` lists the same numbers and each has a test at it and one past it. */
export const LIMITS = {
  /** UTF-8 bytes of a document's text. */
  contentBytes: 1_048_576,
  /** UTF-8 bytes of metadata, written as JSON. */
  metadataBytes: 16_384,
  metadataKeys: 64,
  /** Levels of objects and arrays in metadata. */
  metadataDepth: 16,
  tags: 32,
  /** Messages of a conversation from which facts are extracted, and UTF-8 bytes of their text. */
  extractMessages: 2_000,
  extractBytes: 500_000,
  /** Items that one recall gives back. */
  recalledItems: 50,
  /** Estimated tokens of what one recall or snapshot gives back. */
  recallTokens: 200_000,
  /** Characters (UTF-16 code units) of an item that is recalled. */
  recalledCharacters: 200,
  /** Characters of a pinned file that a snapshot shows at most. */
  snapshotCharacters: 8_000,
  tagBytes: 64,
  customIdBytes: 1_024,
  keyBytes: 256,
  sourceBytes: 1_024,
  bodyBytes: 8 * 1_048_576,
  pageRows: 200,
  /** UTF-8 bytes of text in a page of documents: it ends with the one that reaches them. */
  pageBytes: 8 * 1_048_576,
  treeRows: 1_000,
  treeDepth: 16,
  /** Characters (UTF-16 code units) of a search's query. */
  queryCharacters: 1_000,
  searchContainers: 32,
  searchHits: 100,
  /** Values of one list in a filter: tags, categories, the members of `in`. */
  filterValues: 64,
  /** Levels of AND, OR and NOT in a filter on metadata, and conditions in all. */
  filterDepth: 8,
  filterConditions: 64,
  /** Characters (UTF-16 code units) that a snippet aims at. */
  snippetCharacters: 240,
  batchOperations: 100,
  /** Characters (UTF-16 code units) of the text of a fact that is to be remembered. */
  factCharacters: 4_000,
  editsPerRequest: 100,
  decisionsPerRequest: 100,
  reasonCharacters: 1_000,
  /** Events that one statement of an export reads. */
  exportPageRows: 1_000,
  /** Seals of the audit trail, of at most 1,000 events each, that one request recomputes. */
  verifiedSeals: 20,
  /** Rules of a container's own. */
  secretRules: 50,
  /** UTF-16 code units of such a rule's pattern. */
  patternCharacters: 1_000,
  /** Steps of the machine that a container's patterns become together. */
  patternSteps: 10_000,
  idempotencyKeyCharacters: 255,
  sessionCharacters: 255,
  /** UTF-8 bytes of the name of a key or a person. */
  nameBytes: 128,
  /** Patterns of containers that a key or a token has. */
  containerPatterns: 32,
  /** Seconds that a token lives. */
  tokenSeconds: 3_600,
  /** Seconds that a key lives on after its rotation. */
  overlapSeconds: 30 * 86_400,
  /** Seconds that a key which rotates itself lives on at least, so that a lost answer can be asked for again. */
  ownOverlapSeconds: 60,
  allowedOrigins: 50,
  usageDays: 92,
  /** Seconds that a statement may run which writes as many documents as it finds. Any other has 15: `900_privileges.sql`. */
  longStatementSeconds: 120,
  /** Characters (UTF-16 code units) of file text that one `view` shows. The tool's description promises this to the model. */
  viewCharacters: 16_000,
  viewLines: 999_999,
  viewEntries: 1_000,
} as const;
