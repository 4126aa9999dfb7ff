import type { Route } from "../route.ts";
import { listAudit } from "./audit/list.ts";
import { verifyAudit } from "./audit/verify.ts";
import { changeContainerSettings } from "./containers/change-settings.ts";
import { getContainer } from "./containers/get.ts";
import { listContainers } from "./containers/list.ts";
import { undoSession } from "./containers/undo.ts";
import { runBatch } from "./documents/batch.ts";
import { changeDocument, changeDocumentByCustomId } from "./documents/change.ts";
import { editDocument, editDocumentByCustomId } from "./documents/edit.ts";
import { getDocument, getDocumentByCustomId } from "./documents/get.ts";
import { listDocuments } from "./documents/list.ts";
import { putDocument } from "./documents/put.ts";
import { deleteDocument, deleteDocumentByCustomId } from "./documents/remove.ts";
import { renameDocuments } from "./documents/rename.ts";
import { getTree } from "./documents/tree.ts";
import { upsertDocument } from "./documents/upsert.ts";
import { eraseContainer, eraseFromContainer } from "./erasures/erase.ts";
import { getErasure } from "./erasures/get.ts";
import { listErasures } from "./erasures/list.ts";
import { extractFacts } from "./facts/extract.ts";
import { listFacts } from "./facts/list.ts";
import { rememberFacts } from "./facts/remember.ts";
import { markFalsePositive, unmarkFalsePositive } from "./findings/false-positive.ts";
import { listFindings } from "./findings/list.ts";
import { summarizeFindings } from "./findings/summarize.ts";
import { createKey } from "./keys/create.ts";
import { getKey } from "./keys/get.ts";
import { listKeys } from "./keys/list.ts";
import { revokeKey } from "./keys/revoke.ts";
import { rotateKey } from "./keys/rotate.ts";
import { runMemoryCommand } from "./memory/run-command.ts";
import { changeOrganization } from "./organization/change.ts";
import { getOrganization } from "./organization/get.ts";
import { approveProposal } from "./proposals/approve.ts";
import { approveProposals, rejectProposals } from "./proposals/decide-many.ts";
import { getProposal } from "./proposals/get.ts";
import { listProposals } from "./proposals/list.ts";
import { rejectProposal } from "./proposals/reject.ts";
import { recallFacts } from "./recall/recall.ts";
import { getSnapshot } from "./recall/snapshot.ts";
import { getDiff, getDiffByCustomId } from "./revisions/diff.ts";
import { getRevision, getRevisionByCustomId } from "./revisions/get.ts";
import { listRevisions, listRevisionsByCustomId } from "./revisions/list.ts";
import { restoreDocument, restoreDocumentByCustomId } from "./revisions/restore.ts";
import { searchDocuments } from "./search/search.ts";
import { createToken } from "./tokens/create.ts";
import { getUsage } from "./usage/get.ts";

/** Every call that needs a key. The tests of refusals, and OpenAPI, walk this table: a new route is covered by being in it. */
export const routes: readonly Route[] = [
  upsertDocument,
  getDocument,
  changeDocument,
  deleteDocument,
  editDocument,
  listContainers,
  getContainer,
  changeContainerSettings,
  listDocuments,
  putDocument,
  getDocumentByCustomId,
  changeDocumentByCustomId,
  deleteDocumentByCustomId,
  editDocumentByCustomId,
  getTree,
  renameDocuments,
  runBatch,
  runMemoryCommand,
  rememberFacts,
  extractFacts,
  listFacts,
  recallFacts,
  getSnapshot,
  searchDocuments,
  listRevisions,
  listRevisionsByCustomId,
  getRevision,
  getRevisionByCustomId,
  getDiff,
  getDiffByCustomId,
  restoreDocument,
  restoreDocumentByCustomId,
  undoSession,
  eraseFromContainer,
  eraseContainer,
  listErasures,
  getErasure,
  createKey,
  listKeys,
  getKey,
  revokeKey,
  rotateKey,
  createToken,
  getUsage,
  getOrganization,
  changeOrganization,
  listAudit,
  verifyAudit,
  listFindings,
  summarizeFindings,
  markFalsePositive,
  unmarkFalsePositive,
  listProposals,
  approveProposals,
  rejectProposals,
  getProposal,
  approveProposal,
  rejectProposal,
];
