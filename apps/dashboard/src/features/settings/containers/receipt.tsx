import { useQuery } from "@tanstack/react-query";
import { Actor } from "../../../components/actor.tsx";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy-button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Failed, Loading } from "../../../components/states.tsx";
import { absoluteTime } from "../../../lib/format.ts";
import { ErasedCounts } from "./erased-counts.tsx";
import { erasureQuery } from "./queries.ts";

/** The receipt of an erasure, with what is left of it counted again now. */
export function Receipt({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: erasure, error, refetch, isFetching } = useQuery(erasureQuery(id));
  return (
    <Dialog
      title="Receipt of an erasure"
      onClose={onClose}
      actions={
        <>
          <CopyButton text={id} label="Copy its id" />
          <Button isBusy={isFetching} onClick={() => refetch()}>
            Count again
          </Button>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error !== null && <Failed error={error} onRetry={refetch} />}
      {error === null && erasure === undefined && <Loading />}
      {erasure !== undefined && (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-muted">Erased</dt>
            <dd className="[overflow-wrap:anywhere]">
              {erasure.target === "container" ? "all of " : `a ${erasure.target} in `}
              <b>{erasure.containerTag}</b>
            </dd>
            <dt className="text-muted">When</dt>
            <dd>{absoluteTime(erasure.at)}</dd>
            <dt className="text-muted">By</dt>
            <dd>
              <Actor actor={erasure.actor} />
            </dd>
            <dt className="text-muted">Receipt</dt>
            <dd className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">{erasure.id}</dd>
          </dl>
          <div>
            <p className="mb-1 font-medium">What went</p>
            <ErasedCounts counts={erasure.counts} />
          </div>
          {erasure.isClean !== undefined && (
            <p>
              {erasure.isClean ? (
                <Badge tone="good">Looked for again: nothing is left</Badge>
              ) : (
                <Badge tone="bad">Looked for again: something is left</Badge>
              )}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}
