import type { components, operations } from "./generated/api.ts";

type Schemas = components["schemas"];
type Body<Operation extends keyof operations> = operations[Operation] extends {
  requestBody?: { content: { "application/json": infer Content } };
}
  ? Content
  : never;
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>;
/** A query string has only text; these members are true or false. */
type WithFlag<Fields, Flag extends keyof Fields> = Omit<Fields, Flag> & Partial<Record<Flag, boolean>>;

/** Text with a `customId`, unique in its container, and a `version` that goes up by one with every change. */
export type Document = Schemas["Document"];
/** Fields a caller sets. Those not sent keep their value; null clears one that may be empty. */
export type DocumentFields = Body<"putDocument">;
export type UpsertBody = Body<"upsertDocument">;
/** Replace text that occurs exactly once, insert after a line (0 is the top), or append. */
export type Edit = Body<"editDocument">["edits"][number];
export type Deleted = Schemas["Deleted"];

export type ListQuery = WithFlag<Query<"listDocuments">, "total">;
export type DocumentList = Schemas["DocumentPage"];
export type TreeQuery = WithFlag<Query<"getTree">, "counts">;
export type TreeEntry = Schemas["TreeEntry"];
export type TreeList = Schemas["TreePage"];

export type RenameBody = Body<"renameDocuments">;
export type Renamed = Schemas["Renamed"];
export type BatchBody = Body<"runBatch">;
export type Operation = BatchBody["operations"][number];
export type BatchAnswer = Schemas["BatchAnswer"];

export type SearchQuery = Body<"searchDocuments">;
export type SearchFilters = NonNullable<SearchQuery["filters"]>;
/** A test of one member of the metadata, or AND, OR and NOT of conditions. */
export type MetadataCondition = Schemas["MetadataCondition"];
/** A document that was found, with its score and the part that matched. */
export type Hit = Schemas["Hit"];
export type HitList = Schemas["HitPage"];

/** One past state of a document, and who made it. */
export type Revision = Schemas["Revision"];
export type RevisionListQuery = Query<"listRevisions">;
export type RevisionList = Schemas["RevisionPage"];
export type DiffQuery = Query<"getDiff">;
/** How the text of one version became that of another. */
export type Diff = Schemas["Diff"];
export type RestoreBody = Body<"restoreDocument">;

/** A fact to remember. */
export type NewFact = Body<"rememberFacts">["facts"][number];
export type FactsBody = Body<"rememberFacts">;
/** What became of a fact, and why. */
export type RememberedFact = Schemas["RememberedFact"];
export type Remembered = Schemas["Remembered"];
export type FactListQuery = Query<"listFacts">;
export type FactList = Schemas["FactPage"];
export type FactRules = Schemas["FactRules"];
export type ExtractBody = Body<"extractFacts">;
/** What Claude found in a conversation, what became of it, and what that cost. */
export type Extraction = Schemas["Extraction"];
export type RecallBody = Body<"recall">;
/** What an agent should know for a query: `text` is for its prompt. */
export type Recalled = Schemas["Recalled"];
export type RecalledItem = Schemas["RecalledItem"];
export type LeftOutItem = Schemas["LeftOutItem"];
export type SnapshotQuery = Query<"getSnapshot">;
/** An outline of a container: `text` is for a prompt. */
export type Snapshot = Schemas["Snapshot"];

/** A namespace of documents. */
export type Container = Schemas["Container"];
export type ContainerSettings = Body<"changeContainerSettings">;
export type ContainerListQuery = Query<"listContainers">;
export type ContainerList = Schemas["ContainerPage"];
export type UndoBody = Body<"undoSession">;
/** What an undo put back, or would put back, and what it left. */
export type Undone = Schemas["Undone"];

/** One document by its `customId`, those beneath a `prefix`, or all that a `session` wrote. */
export type EraseTarget = Omit<Body<"eraseFromContainer">, "dryRun">;
/** The receipt of an erasure: what was counted, never what it said. */
export type Erasure = Schemas["Erasure"];
export type ErasePlan = Schemas["ErasePlan"];
export type ErasureListQuery = Query<"listErasures">;
export type ErasureList = Schemas["ErasurePage"];

/** A key without its text, which is stored nowhere. */
export type ApiKey = Schemas["ApiKey"];
export type CreatedKey = Schemas["CreatedKey"];
export type NewKey = Body<"createKey">;
export type Scope = ApiKey["scopes"][number];
export type RotateBody = Body<"rotateKey">;
export type KeyListQuery = Query<"listKeys">;
export type ApiKeyList = Schemas["ApiKeyPage"];

/** A short-lived credential, and what it may do. */
export type Token = Schemas["Token"];
export type NewToken = Body<"createToken">;

export type UsageQuery = Query<"getUsage">;
export type UsageRow = Schemas["UsageRow"];
export type UsageList = Schemas["Usage"];
export type Organization = Schemas["Organization"];
export type OrganizationSettings = Body<"changeOrganization">;

/** A write of a key that may only propose, waiting for a person or decided by one. */
export type Proposal = Schemas["Proposal"];
export type ProposalWithPresent = Schemas["ProposalWithPresent"];
export type ProposalListQuery = Query<"listProposals">;
export type ProposalList = Schemas["ProposalPage"];
export type ApproveBody = Body<"approveProposal">;
export type Decisions = Schemas["Decisions"];

/** Who did what to what, and how it ended. */
export type AuditEvent = Schemas["AuditEvent"];
export type AuditQuery = Query<"listAudit">;
export type AuditList = Schemas["AuditPage"];
export type VerifyQuery = Query<"verifyAudit">;
export type Verification = Schemas["Verification"];

/** Where a write held what looks like a secret, and what became of it. Never the text. */
export type Finding = Schemas["Finding"];
export type FindingQuery = Query<"listFindings">;
export type FindingList = Schemas["FindingPage"];
export type FindingCount = Schemas["FindingCount"];
export type FindingSummaryQuery = Query<"summarizeFindings">;
export type FindingSummary = Schemas["FindingSummary"];
export type FalsePositiveBody = Body<"markFalsePositive">;
/** A rule of a container's own, besides the built-in ones. */
export type SecretRule = Schemas["SecretRule"];

/** The memory tool's answer to one command. */
export type MemoryAnswer = Schemas["MemoryAnswer"];
export type Health = Schemas["Health"];
