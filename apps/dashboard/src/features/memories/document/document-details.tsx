import type { Document } from "@stela/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Actor } from "../../../components/actor.tsx";
import { Badge } from "../../../components/badge.tsx";
import { Card } from "../../../components/page.tsx";
import { Time } from "../../../components/time.tsx";
import { revisionsQuery } from "./queries.ts";

/** Everything besides the text, and where the present version comes from. */
export function DocumentDetails({ document }: { document: Document }) {
  const { data } = useInfiniteQuery(revisionsQuery(document));
  const newest = data?.pages[0]?.revisions[0];
  const hasMetadata = Object.keys(document.metadata).length > 0;
  return (
    <Card>
      <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-6 gap-y-2 px-4 py-3 [&_dt]:text-muted">
        <Line label="Changed">
          <Time at={document.updatedAt} /> {newest !== undefined && "by "}
          {newest !== undefined && <Actor actor={newest.actor} />}
        </Line>
        {newest?.approvedBy !== undefined && (
          <Line label="Approved by">
            <Actor actor={newest.approvedBy} />
          </Line>
        )}
        {newest?.session !== undefined && (
          <Line label="Session">
            <code className="[overflow-wrap:anywhere]">{newest.session}</code>
          </Line>
        )}
        {newest?.model !== undefined && <Line label="Model">{newest.model}</Line>}
        <Line label="Made">
          <Time at={document.createdAt} />
        </Line>
        <Line label="Last used">
          <Time at={document.lastAccessedAt} />
        </Line>
        {document.expiresAt !== undefined && (
          <Line label="Expires">
            <Time at={document.expiresAt} />
          </Line>
        )}
        <Line label="Status">{document.status}</Line>
        {document.category !== undefined && <Line label="Category">{document.category}</Line>}
        {document.key !== undefined && <Line label="Key">{document.key}</Line>}
        {document.importance !== undefined && <Line label="Importance">{document.importance} of 5</Line>}
        {document.source !== undefined && <Line label="Source">{document.source}</Line>}
        {document.tags.length > 0 && (
          <Line label="Tags">
            <span className="flex flex-wrap gap-1">
              {document.tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </span>
          </Line>
        )}
        <Line label="Id">
          <code className="[overflow-wrap:anywhere]">{document.id}</code>
        </Line>
        {hasMetadata && (
          <Line label="Metadata">
            <pre className="overflow-auto rounded-md bg-raised p-2 font-mono text-[0.8rem]">
              {JSON.stringify(document.metadata, null, 2)}
            </pre>
          </Line>
        )}
      </dl>
    </Card>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd dir="auto" className="min-w-0">
        {children}
      </dd>
    </>
  );
}
