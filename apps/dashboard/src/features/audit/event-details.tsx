import type { AuditEvent } from "@stela/sdk";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { absoluteTime } from "../../lib/format.ts";

/** Everything that is kept of an event. */
export function EventDetails({ event }: { event: AuditEvent }) {
  const { id, at, actor, action, outcome, containerTag, customId, documentId, session, request, details, erasedBy } =
    event;
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-5 gap-y-1 border-t border-line px-4 py-3 sm:pl-11 [&_dt]:text-muted">
      <Line label="Number">{id}</Line>
      <Line label="Time">
        {absoluteTime(at)} <span className="text-muted">({at})</span>
      </Line>
      <Line label="Actor">
        <code>{actor}</code>
      </Line>
      <Line label="Action">{action}</Line>
      <Line label="Outcome">{outcome}</Line>
      {containerTag !== null && <Line label="Container">{containerTag}</Line>}
      {customId !== null && (
        <Line label="Document">
          {containerTag === null ? (
            customId
          ) : (
            <Link
              to="/memories/$containerTag"
              params={{ containerTag }}
              search={{ doc: customId }}
              className="font-mono text-[0.8rem] text-accent underline"
            >
              {customId}
            </Link>
          )}
        </Line>
      )}
      {erasedBy !== null && (
        <Line label="Erased">
          The name and the details were erased, with the receipt <code>{erasedBy}</code>.
        </Line>
      )}
      {documentId !== null && (
        <Line label="Document id">
          <code>{documentId}</code>
        </Line>
      )}
      {session !== null && (
        <Line label="Session">
          <code>{session}</code>
        </Line>
      )}
      {request !== null && (
        <Line label="Request">
          <code>{request}</code>
        </Line>
      )}
      {Object.entries(details).map(([name, value]) => (
        <Line key={name} label={name}>
          {typeof value === "object" ? (
            <pre className="font-mono text-[0.8rem] whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</pre>
          ) : (
            String(value)
          )}
        </Line>
      ))}
    </dl>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {children}
      </dd>
    </>
  );
}
