import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pin } from "lucide-react";
import { Badge } from "../../../components/badge.tsx";
import { Empty, Failed, Loading } from "../../../components/states.tsx";
import { failureOf } from "../../../lib/failure.ts";
import { bytes, count } from "../../../lib/format.ts";
import { DocumentActions } from "./document-actions.tsx";
import { DocumentDetails } from "./document-details.tsx";
import { DocumentHistory } from "./document-history.tsx";
import { DocumentText } from "./document-text.tsx";
import { documentQuery } from "./queries.ts";

export interface DocumentPaneProps {
  readonly containerTag: string;
  readonly customId: string;
  readonly tab: "text" | "history" | "details";
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Something was moved, deleted or brought back: what lists documents asks again. */
  readonly onTreeChange: () => void;
}

const TABS = [
  ["text", "Text"],
  ["history", "History"],
  ["details", "Details"],
] as const;

/** One document: what it says, what it said before, and who made it so. */
export function DocumentPane(props: DocumentPaneProps) {
  const { containerTag, customId, tab, onTreeChange } = props;
  const { data: document, error, isPending, refetch } = useQuery(documentQuery({ containerTag, customId }));
  const isGone = error !== null && failureOf(error).kind === "missing";
  return (
    <article aria-label={customId} className="flex min-h-0 min-w-0 flex-col gap-3">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 dir="auto" className="font-mono text-sm font-semibold [overflow-wrap:anywhere]">
            {customId}
          </h2>
          {document !== undefined && (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
              <Badge>version {document.version}</Badge>
              <span>{bytes(document.bytes)}</span>
              <span>{count(document.lines, "line")}</span>
              {document.pinned && (
                <Badge tone="good">
                  <Pin className="mr-1 size-3" aria-hidden="true" />
                  pinned
                </Badge>
              )}
              {document.status !== "active" && <Badge tone="warn">{document.status}</Badge>}
            </p>
          )}
          {isGone && <Badge tone="bad">deleted</Badge>}
        </div>
        {document !== undefined && <DocumentActions document={document} onTreeChange={onTreeChange} />}
      </header>
      <nav aria-label="Sides of the document" className="flex gap-1 border-b border-line">
        {TABS.map(([value, label]) => (
          <Link
            key={value}
            to="/memories/$containerTag"
            params={{ containerTag }}
            search={{ doc: customId, ...(value !== "text" && { tab: value }) }}
            aria-current={value === tab ? "page" : undefined}
            className="-mb-px border-b-2 border-transparent px-3 py-1.5 text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      {tab === "history" ? (
        <DocumentHistory {...props} isGone={isGone} />
      ) : isPending ? (
        <Loading />
      ) : isGone ? (
        <Empty title="This document was deleted">
          Its history is kept: look at History to see it, or to bring it back.
        </Empty>
      ) : error !== null ? (
        <Failed error={error} onRetry={refetch} />
      ) : tab === "text" ? (
        <DocumentText key={document.id} document={document} />
      ) : (
        <DocumentDetails document={document} />
      )}
    </article>
  );
}
