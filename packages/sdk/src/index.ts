export type { Answer, ApiPromise } from "./api-promise.ts";
export { Stela } from "./client.ts";
export {
  AbortError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type FieldError,
  NotFoundError,
  PermissionDeniedError,
  type Problem,
  RateLimitError,
  SavedForReviewError,
  SecretDetectedError,
  type SecretFinding,
  ServerError,
  StelaError,
  TimeoutError,
  TooLargeError,
  ValidationError,
  VersionMismatchError,
} from "./errors.ts";
export type {
  ClientOptions,
  ConditionalWriteOptions,
  ExtractOptions,
  RequestOptions,
  WriteOptions,
} from "./options.ts";
export type { Page, PagePromise } from "./page.ts";
export type { AuditExportQuery, AuditPage } from "./resources/audit.ts";
export type { ContainerPage } from "./resources/containers.ts";
export type { DocumentName, DocumentRef } from "./resources/document-ref.ts";
export type { DocumentPage, TreePage } from "./resources/documents.ts";
export type { ErasurePage } from "./resources/erasures.ts";
export type { FactPage } from "./resources/facts.ts";
export type { FindingPage, FindingSummaryPage } from "./resources/findings.ts";
export type { KeyPage } from "./resources/keys.ts";
export type { MemoryRunOptions } from "./resources/memory.ts";
export type { ProposalPage } from "./resources/proposals.ts";
export type { RevisionPage } from "./resources/revisions.ts";
export type { HitPage } from "./resources/search.ts";
export type { UsagePage } from "./resources/usage.ts";
export type * from "./types.ts";
