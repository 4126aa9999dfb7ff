import type { Container } from "@stela/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Empty } from "../../components/states.tsx";
import { count } from "../../lib/format.ts";
import { useNeedsAdmin } from "../../lib/use-role.ts";
import { containersQuery } from "./queries.ts";

/** What each container does with text that looks like it holds a secret. */
export function ContainerPolicies() {
  const containers = useInfiniteQuery(containersQuery);
  return (
    <PagedList
      label="Policies of containers"
      query={containers}
      rowHeight={49}
      keyOf={({ containerTag }) => containerTag}
      render={(each) => <Row container={each} />}
      empty={<Empty title="No container yet">One comes to be with the first thing an agent writes to it.</Empty>}
      className="max-h-96 overflow-auto"
    />
  );
}

function Row({ container }: { container: Container }) {
  const { containerTag, secretPolicy, secretRules, internalHostRules, disabledRules } = container;
  const navigate = useNavigate({ from: "/secrets" });
  const needsAdmin = useNeedsAdmin();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
      <span className="min-w-0 grow basis-40 truncate font-medium">{containerTag}</span>
      <span className="flex flex-wrap items-center gap-1.5">
        <Badge tone={secretPolicy === "block" ? "plain" : "warn"}>{secretPolicy}</Badge>
        {secretRules.length > 0 && <Badge>{count(secretRules.length, "rule")} of its own</Badge>}
        {internalHostRules && <Badge>internal hosts</Badge>}
        {disabledRules.length > 0 && <Badge tone="warn">{count(disabledRules.length, "rule")} off</Badge>}
      </span>
      <Button
        disabled={needsAdmin !== undefined}
        title={needsAdmin}
        aria-label={`Policy and rules of ${containerTag}`}
        onClick={() => navigate({ search: (old) => ({ ...old, rules: containerTag }), resetScroll: false })}
      >
        Policy and rules…
      </Button>
    </div>
  );
}
