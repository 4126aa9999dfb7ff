import { useQuery } from "@tanstack/react-query";
import { ArrowRight, TriangleAlert } from "lucide-react";
import { lazy, Suspense } from "react";
import { Badge } from "../../components/badge.tsx";
import { Failed, Loading } from "../../components/states.tsx";
import { count } from "../../lib/format.ts";
import { type Effect, effectsOf, operationsOf } from "./operations.ts";
import { beneathQuery, type ProposalInContext } from "./queries.ts";

const TextDiff = lazy(() => import("../../components/text-diff.tsx"));

/** Of a batch, how many operations stand open. */
const OPEN = 5;

/** What would be written, against the documents as they are now. */
export function Effects({ proposal, documents }: ProposalInContext) {
  const effects = effectsOf(operationsOf(proposal), documents);
  if (proposal.op !== "batch") {
    return effects.map((effect) => (
      <OneEffect key={effect.name} effect={effect} containerTag={proposal.containerTag} />
    ));
  }
  return (
    <ol className="flex flex-col gap-2">
      {effects.map((effect, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a batch may name a document twice, and its order is fixed
        <li key={index} className="rounded-lg border border-line bg-surface">
          <details open={index < OPEN}>
            <summary className="flex items-center gap-2 px-3 py-1.5">
              <Badge tone={effect.operation.op === "delete" ? "bad" : "plain"}>{effect.operation.op}</Badge>
              <span dir="auto" className="min-w-0 font-mono text-[0.8rem] [overflow-wrap:anywhere]">
                {effect.name}
              </span>
              {effect.problem !== null && <Badge tone="bad">does not fit</Badge>}
            </summary>
            <div className="flex min-w-0 flex-col gap-3 border-t border-line p-3">
              <OneEffect effect={effect} containerTag={proposal.containerTag} place={index + 1} />
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}

interface OneEffectProps {
  readonly effect: Effect;
  readonly containerTag: string;
  /** In a batch, from 1. */
  readonly place?: number;
}

function OneEffect({ effect, containerTag, place }: OneEffectProps) {
  const { operation, name, before, after, fields, problem } = effect;
  if (problem !== null) return <Problem text={problem} />;
  const isBeneath = before === null && (operation.op === "delete" || operation.op === "rename");
  return (
    <>
      {operation.op === "rename" && (
        <p className="flex flex-wrap items-center gap-2 font-mono text-[0.8rem]">
          <del dir="auto" className="rounded-sm bg-removed px-1 no-underline [overflow-wrap:anywhere]">
            {operation.from}
          </del>
          <ArrowRight className="size-4 text-muted" role="img" aria-label="becomes" />
          <ins dir="auto" className="rounded-sm bg-added px-1 no-underline [overflow-wrap:anywhere]">
            {operation.to}
          </ins>
        </p>
      )}
      {isBeneath && <Beneath containerTag={containerTag} name={name} />}
      {operation.op !== "rename" && (before !== null || after !== null) && (
        <Suspense fallback={<Loading lines={3} />}>
          <TextDiff
            label={`What becomes of ${name}${place === undefined ? "" : `, step ${place}`}`}
            before={before ?? ""}
            after={after ?? ""}
          />
        </Suspense>
      )}
      {fields.length > 0 && (
        <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5 [&_dt]:text-muted">
          {fields.map((field) => (
            <div key={field.field} className="contents">
              <dt>{field.field}</dt>
              <dd dir="auto" className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
                <del className="rounded-sm bg-removed px-1 no-underline">{field.before}</del>{" "}
                <ins className="rounded-sm bg-added px-1 no-underline">{field.after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** The documents that lie beneath a name, when the name itself is none. */
function Beneath({ containerTag, name }: { containerTag: string; name: string }) {
  const { data, error, isPending, refetch } = useQuery(beneathQuery(containerTag, name));
  if (isPending) return <Loading lines={3} />;
  if (error !== null) return <Failed error={error} onRetry={refetch} />;
  if (data.total === 0) return <Problem text="Nothing of that name is there any longer." />;
  return (
    <section aria-label="Documents it is about" className="flex flex-col gap-1">
      <p>{count(data.total, "document")} beneath it:</p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label="Documents"
        className="max-h-64 divide-y divide-line overflow-auto rounded-lg border border-line bg-surface font-mono text-[0.8rem]"
      >
        {data.documents.map(({ id, customId }) => (
          <li key={id} dir="auto" className="px-3 py-1 [overflow-wrap:anywhere]">
            {customId}
          </li>
        ))}
      </ul>
      {data.total > data.documents.length && (
        <p className="text-muted">and {count(data.total - data.documents.length, "more", "more")}</p>
      )}
    </section>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-2 rounded-lg bg-danger-soft px-3 py-2 text-danger">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {text}
    </p>
  );
}
