import type { Erasure } from "@stela/sdk";
import { count } from "../../../lib/format.ts";

/** What an erasure took, or would take, line by line. */
export function ErasedCounts({ counts }: { counts: Erasure["counts"] }) {
  const { documents, documentsCut, revisions, answers, proposals, findings = 0, auditEvents } = counts;
  return (
    <ul className="list-disc pl-5">
      <li>{count(documents, "document")}, deleted ones included</li>
      {documentsCut > 0 && <li>a part of the history of {count(documentsCut, "other document")}</li>}
      <li>{count(revisions, "revision")}</li>
      <li>{count(answers, "stored answer")} to repeated requests</li>
      <li>{count(proposals, "proposal")}</li>
      <li>{count(findings, "finding")} of secrets</li>
      <li>the names and details in {count(auditEvents, "event")} of the audit trail, which stay</li>
    </ul>
  );
}
