import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "../../../components/copy-button.tsx";
import { Card, Section } from "../../../components/page.tsx";
import { Failed, Loading } from "../../../components/states.tsx";
import { absoluteTime, bytes, number } from "../../../lib/format.ts";
import { organizationQuery } from "./queries.ts";
import { Quotas } from "./quotas.tsx";
import { Usage } from "./usage.tsx";

/** What the organization holds, may hold, and wrote. */
export function OrganizationPage() {
  const { data: organization, error, isPending, refetch } = useQuery(organizationQuery);
  if (isPending) return <Loading />;
  if (error !== null) return <Failed error={error} onRetry={refetch} />;
  const { id, name, documents, bytes: size, maxDocuments, maxBytes, createdAt } = organization;
  return (
    <>
      <Section title={name}>
        <Card className="p-4">
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-1.5">
            <dt className="text-muted">Documents</dt>
            <dd className="tabular-nums">
              {number(documents)} {maxDocuments !== null && `of ${number(maxDocuments)}`}
            </dd>
            <dt className="text-muted">Size</dt>
            <dd className="tabular-nums">
              {bytes(size)} {maxBytes !== null && `of ${bytes(maxBytes)}`}
            </dd>
            <dt className="text-muted">Made</dt>
            <dd>{absoluteTime(createdAt)}</dd>
            <dt className="text-muted">Id</dt>
            <dd className="flex flex-wrap items-center gap-2">
              <span className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">{id}</span>
              <CopyButton text={id} />
            </dd>
          </dl>
        </Card>
      </Section>
      <Quotas key={`${maxDocuments} ${maxBytes}`} organization={organization} />
      <Usage />
    </>
  );
}
