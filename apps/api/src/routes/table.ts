import type { Route } from "../route.ts";
import { listAudit } from "./audit/list.ts";
import { verifyAudit } from "./audit/verify.ts";
import { changeContainerSettings } from "./containers/change-settings.ts";
import { getContainer } from "./containers/get.ts";
import { listContainers } from "./containers/list.ts";
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
import { runMemoryCommand } from "./memory/run-command.ts";
import { approveProposal } from "./proposals/approve.ts";
import { approveProposals, rejectProposals } from "./proposals/decide-many.ts";
import { getProposal } from "./proposals/get.ts";
import { listProposals } from "./proposals/list.ts";
import { rejectProposal } from "./proposals/reject.ts";

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
  listAudit,
  verifyAudit,
  listProposals,
  approveProposals,
  rejectProposals,
  getProposal,
  approveProposal,
  rejectProposal,
];
