import type { Revision } from "@stela/sdk";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Actor } from "../../../components/actor.tsx";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Failed, Loading } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { useToast } from "../../../components/toast.tsx";
import { classNames } from "../../../lib/class-names.ts";
import { failureOf } from "../../../lib/failure.ts";
import { stela } from "../../../lib/stela.ts";
import { DiffView } from "./diff-view.tsx";
import type { DocumentPaneProps } from "./document-pane.tsx";
import { documentKey, revisionsQuery } from "./queries.ts";
import { UndoSession } from "./undo-session.tsx";

/** The versions as a line in time, and what changed between any two of them. */
export function DocumentHistory(props: DocumentPaneProps & { isGone: boolean }) {
  const { containerTag, customId, from, to, isGone, onTreeChange } = props;
  const name = { containerTag, customId };
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    revisionsQuery(name),
  );
  const [undoing, setUndoing] = useState<string | null>(null);
  if (isPending) return <Loading />;
  if (error !== null) return <Failed error={error} onRetry={refetch} />;
  const revisions = data.pages.flatMap((page) => page.revisions);
  const newest = revisions[0]?.version ?? 1;
  const right = to ?? newest;
  const left = from ?? Math.max(1, right - 1);
  return (
    <div className="grid min-h-0 gap-4 xl:grid-cols-[19rem_1fr]">
      <section aria-label="Versions" className="max-h-[70dvh] overflow-auto rounded-lg border border-line bg-surface">
        <ol className="divide-y divide-line">
          {revisions.map((revision) => (
            <Version
              key={revision.version}
              revision={revision}
              isShown={revision.version === right}
              isBase={revision.version === left && left !== right}
              canRestore={revision.operation !== "delete" && (isGone || revision.version !== newest)}
              onTreeChange={onTreeChange}
              onUndo={setUndoing}
            />
          ))}
        </ol>
        {hasNextPage && (
          <Button kind="quiet" className="m-2" isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show older versions
          </Button>
        )}
      </section>
      <DiffView name={name} from={left} to={right} newest={newest} />
      {undoing !== null && (
        <UndoSession
          containerTag={containerTag}
          session={undoing}
          onClose={() => setUndoing(null)}
          onTreeChange={onTreeChange}
        />
      )}
    </div>
  );
}

interface VersionProps {
  readonly revision: Revision;
  readonly isShown: boolean;
  readonly isBase: boolean;
  readonly canRestore: boolean;
  readonly onTreeChange: () => void;
  readonly onUndo: (session: string) => void;
}

function Version({ revision, isShown, isBase, canRestore, onTreeChange, onUndo }: VersionProps) {
  const { containerTag, customId, documentId, version, operation, actor, approvedBy, session, model, at } = revision;
  const queryClient = useQueryClient();
  const toast = useToast();
  const restore = useMutation({
    mutationFn: () => stela.documents.revisions.restore(documentId, { version }),
    onSuccess: async (document) => {
      await queryClient.invalidateQueries({ queryKey: documentKey(document) });
      onTreeChange();
      toast({ text: `Version ${version} is back, as version ${document.version}.` });
    },
    onError: (error) => toast({ text: failureOf(error).message }),
  });
  return (
    <li
      className={classNames(
        "flex flex-col gap-1 border-l-2 px-3 py-2",
        isShown ? "border-l-accent bg-accent-soft" : "border-l-transparent",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <Link
          to="/memories/$containerTag"
          params={{ containerTag }}
          search={{ doc: customId, tab: "history", to: version }}
          aria-current={isShown || undefined}
          className="font-medium whitespace-nowrap underline-offset-2 hover:underline"
        >
          Version {version}
        </Link>
        <Badge tone={operation === "delete" ? "bad" : operation === "create" ? "good" : "plain"}>{operation}</Badge>
        {isBase && <Badge>compared with</Badge>}
        <Time at={at} className="ml-auto text-xs text-muted" />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 text-muted">
        <Actor actor={actor} />
        {approvedBy !== undefined && (
          <span className="inline-flex items-center gap-1">
            approved by <Actor actor={approvedBy} />
          </span>
        )}
        {model !== undefined && <span>{model}</span>}
      </div>
      <div className="flex flex-wrap gap-1">
        {canRestore && (
          <Button kind="quiet" className="h-6! px-2!" isBusy={restore.isPending} onClick={() => restore.mutate()}>
            Restore
          </Button>
        )}
        {session !== undefined && (
          <Button
            kind="quiet"
            className="h-6! min-w-0 px-2!"
            title={`Session ${session}`}
            onClick={() => onUndo(session)}
          >
            <span className="truncate">Undo session {session}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
