import { exportEvents } from "@stela/core/audit/export";
import { csv, csvLine, ndjson } from "@stela/core/audit/formats";
import { list } from "@stela/core/audit/list";
import { AuditPage, AuditQuery } from "@stela/core/audit/schema";
import { acceptedType } from "../../http/accept.ts";
import { defineRoute } from "../../route.ts";

const FORMATS = {
  "text/csv": {
    format: csv,
    fileName: "audit.csv",
    failureLine: (failure: object) => csvLine(["# The export is incomplete", ...Object.values(failure).map(String)]),
  },
  "application/x-ndjson": {
    format: ndjson,
    fileName: "audit.ndjson",
    failureLine: (failure: object) => `${JSON.stringify({ error: "The export is incomplete", ...failure })}\n`,
  },
} as const;
const TYPES = ["text/csv", "application/x-ndjson"] as const;

export const listAudit = defineRoute({
  method: "GET",
  path: "/v1/audit",
  operationId: "listAudit",
  summary: "List the audit trail, the newest first; as CSV or NDJSON, all that matches",
  query: AuditQuery,
  answers: { 200: AuditPage },
  streams: TYPES,
  async handle({ query, headers }, context) {
    const type = acceptedType(headers, TYPES);
    if (type === null) return { status: 200, body: await list(context, query) };
    const { limit: _, cursor: __, ...filters } = query;
    const { format, fileName, failureLine } = FORMATS[type];
    const chunks = await exportEvents(context, filters, format);
    return { status: 200, stream: { type: `${type}; charset=utf-8`, fileName, chunks, failureLine } };
  },
});
