import type { Finding } from "@stela/sdk";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Actor } from "../../components/actor.tsx";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Empty } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { useToast } from "../../components/toast.tsx";
import { failureOf } from "../../lib/failure.ts";
import { SECRET_POLICIES } from "../../lib/secret-policies.ts";
import { stela } from "../../lib/stela.ts";
import { useNeedsAdmin } from "../../lib/use-role.ts";
import { type Filters, findingsQuery, SECRETS } from "./queries.ts";

const TONES = { block: "good", redact: "warn", allow: "bad" } as const;

/** Each finding: where it stood, never what it said. */
export function Findings({ filters }: { filters: Filters }) {
  const findings = useInfiniteQuery(findingsQuery(filters));
  return (
    <PagedList
      label="Findings"
      query={findings}
      rowHeight={66}
      keyOf={({ id }) => id}
      render={(each) => <Row finding={each} />}
      empty={<Empty title="Nothing to show" />}
    />
  );
}

function Row({ finding }: { finding: Finding }) {
  const { containerTag, name, policy, path, line, actor, session, at, falsePositive } = finding;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-4 py-2">
      <div className="flex min-w-0 grow basis-72 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span dir="auto" className="font-medium">
            {name}
          </span>
          <Badge tone={TONES[policy]}>{SECRET_POLICIES[policy].done}</Badge>
          {falsePositive !== undefined && (
            <Badge>
              false positive in {falsePositive.appliesTo === "organization" ? "every container" : "its container"}
            </Badge>
          )}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
          <span>{containerTag}</span>
          <span className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">{path}</span>
          <span>line {line}</span>
          {session !== undefined && <span className="[overflow-wrap:anywhere]">session {session}</span>}
        </p>
        {falsePositive?.reason !== undefined && (
          <p dir="auto" className="text-muted [overflow-wrap:anywhere]">
            “{falsePositive.reason}”
          </p>
        )}
      </div>
      <span className="w-32 min-w-0 text-muted">
        <Actor actor={actor} />
      </span>
      <Time at={at} className="w-24 text-muted" />
      <span className="sm:w-44 sm:text-right">
        <MarkButton finding={finding} />
      </span>
    </div>
  );
}

function MarkButton({ finding: { id, status } }: { finding: Finding }) {
  const needsAdmin = useNeedsAdmin();
  const navigate = useNavigate({ from: "/secrets" });
  const queryClient = useQueryClient();
  const toast = useToast();
  const takeBack = useMutation({
    mutationFn: () => stela.findings.unmarkFalsePositive(id),
    onSuccess: () => {
      toast({ text: "Taken back: the text is held for a secret again." });
      return queryClient.invalidateQueries({ queryKey: SECRETS });
    },
    onError: (error) => toast({ text: failureOf(error).message }),
  });
  const isMarked = status === "false_positive";
  return (
    <Button
      disabled={needsAdmin !== undefined}
      title={needsAdmin}
      isBusy={takeBack.isPending}
      onClick={() =>
        isMarked ? takeBack.mutate() : navigate({ search: (old) => ({ ...old, mark: id }), resetScroll: false })
      }
    >
      {isMarked ? "Take the mark back" : "False positive…"}
    </Button>
  );
}
