import type { Proposal } from "@stela/sdk";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Actor } from "../../components/actor.tsx";
import { Time } from "../../components/time.tsx";
import type { Basis } from "./basis.ts";

/** Who proposed it, on what ground, and what was decided. */
export function Provenance({ proposal, basis }: { proposal: Proposal; basis: Basis }) {
  const { actor, session, model, createdAt, decidedBy, decidedAt, reason } = proposal;
  return (
    <dl className="grid grid-cols-[minmax(6.5rem,auto)_1fr] gap-x-4 gap-y-1 [&_dt]:text-muted">
      <Line label="Proposed by">
        <Link
          from="/review"
          to="/review"
          search={({ status }) => ({ ...(status && { status }), actor })}
          title={`Only by ${actor}`}
          className="hover:underline"
        >
          <Actor actor={actor} />
        </Link>{" "}
        <Time at={createdAt} className="text-muted" />
      </Line>
      {session !== undefined && (
        <Line label="Session">
          <code className="[overflow-wrap:anywhere]">{session}</code>
        </Line>
      )}
      {model !== undefined && <Line label="Model">{model}</Line>}
      <Line label="Based on">
        <BasisInWords proposal={proposal} basis={basis} />
      </Line>
      {decidedBy !== undefined && decidedAt !== undefined && (
        <Line label={proposal.status === "approved" ? "Approved by" : "Rejected by"}>
          <Actor actor={decidedBy} /> <Time at={decidedAt} className="text-muted" />
        </Line>
      )}
      {reason !== undefined && <Line label="Reason">{reason}</Line>}
    </dl>
  );
}

function BasisInWords({ proposal, basis }: { proposal: Proposal; basis: Basis }) {
  const { containerTag, customId, baseVersion, status, version } = proposal;
  if (status === "approved") {
    if (version === undefined || customId === undefined)
      return baseVersion === undefined ? "nothing" : `version ${baseVersion}`;
    return (
      <>
        {baseVersion === undefined ? "nothing" : `version ${baseVersion}`};{" "}
        <History {...{ containerTag, customId }} from={Math.max(1, version - 1)} to={version}>
          became version {version}
        </History>
      </>
    );
  }
  switch (basis.kind) {
    case "several":
      return "several documents, each checked when it is approved";
    case "new":
      return "nothing: it would be a new document";
    case "beneath":
      return "what lies beneath that name";
    case "unchanged":
      return `version ${baseVersion}, which is still the present one`;
    case "made-since":
      return baseVersion === undefined
        ? "nothing, but a document of that name was made since"
        : `version ${baseVersion} of a document that another has taken the place of`;
    case "gone":
      return `version ${baseVersion} of a document that was deleted or moved since`;
    case "changed":
      return (
        <>
          version {basis.from}, but it is at version {basis.to} now:{" "}
          <History {...{ containerTag }} customId={customId ?? ""} from={basis.from} to={basis.to}>
            see what changed since
          </History>
        </>
      );
  }
}

interface HistoryProps {
  readonly containerTag: string;
  readonly customId: string;
  readonly from: number;
  readonly to: number;
  readonly children: ReactNode;
}

function History({ containerTag, customId, from, to, children }: HistoryProps) {
  return (
    <Link
      to="/memories/$containerTag"
      params={{ containerTag }}
      search={{ doc: customId, tab: "history", from, to }}
      className="text-accent underline"
    >
      {children}
    </Link>
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
