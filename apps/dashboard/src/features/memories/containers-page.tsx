import type { Container } from "@stela/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FolderTree } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { TextField } from "../../components/field.tsx";
import { Card, Page } from "../../components/page.tsx";
import { Empty, Failed, Loading } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { VirtualList } from "../../components/virtual-list.tsx";
import { bytes, count } from "../../lib/format.ts";
import { containersQuery } from "./queries.ts";

/** Every container: whose memories there are. */
export function ContainersPage() {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(containersQuery);
  const [wanted, setWanted] = useState("");
  const containers = data?.pages.flatMap((page) => page.containers) ?? [];
  const shown = containers.filter(({ containerTag }) =>
    containerTag.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <Page title="Memories" lead="One container for each agent, person or project that remembers.">
      {isPending && <Loading />}
      {error !== null && <Failed error={error} onRetry={refetch} />}
      {data !== undefined && containers.length === 0 && (
        <Empty title="No memories yet">
          A container comes to be with the first thing an agent writes to it. Give an agent a key, and it appears here.
        </Empty>
      )}
      {containers.length > 0 && (
        <>
          <div className="max-w-sm">
            <TextField
              label="Find a container"
              type="search"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          </div>
          {shown.length === 0 && !hasNextPage && <Empty title={`No container is called like “${wanted}”`} />}
          <Card className="overflow-hidden">
            <VirtualList
              label="Containers"
              items={shown}
              rowHeight={48}
              keyOf={({ containerTag }) => containerTag}
              render={(container) => <Row {...container} />}
              hasMore={hasNextPage}
              isLoadingMore={isFetchingNextPage}
              onLoadMore={fetchNextPage}
            />
          </Card>
        </>
      )}
    </Page>
  );
}

function Row({ containerTag, documents, bytes: size, updatedAt, secretPolicy }: Container) {
  return (
    <Link
      to="/memories/$containerTag"
      params={{ containerTag }}
      className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 hover:bg-raised"
    >
      <span className="flex min-w-0 grow basis-56 items-center gap-2 font-medium">
        <FolderTree className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span className="truncate">{containerTag}</span>
        {secretPolicy !== "block" && <Badge tone="warn">secrets: {secretPolicy}</Badge>}
      </span>
      <span className="w-32 text-muted tabular-nums">{count(documents, "document")}</span>
      <span className="w-20 text-muted tabular-nums">{bytes(size)}</span>
      <Time at={updatedAt} className="w-28 text-right text-muted" />
    </Link>
  );
}
