import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Radio, RefreshCw, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Card, Page } from "../../components/page.tsx";
import { Empty, Failed, Loading } from "../../components/states.tsx";
import { VirtualList } from "../../components/virtual-list.tsx";
import { failureOf } from "../../lib/failure.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { EventRow } from "./event-row.tsx";
import { ExportTrail } from "./export-trail.tsx";
import { filtersOf } from "./filters.ts";
import { eventsQuery } from "./queries.ts";
import { useFollow } from "./use-follow.ts";
import { VerifyTrail } from "./verify-trail.tsx";

const route = getRouteApi("/signed-in/audit");

/** Who did what, when, from which key and session: nobody can change it, and anybody who may look can check that nobody did. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isVerifying, setIsVerifying] = useState(false);
  const { follow = false, event: openId } = search;
  const filters = filtersOf(search);
  const isFiltered = Object.keys(filters).length > 0;
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(eventsQuery(filters));
  const followFailure = useFollow(filters, follow);
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const toggle = (id: number) =>
    navigate({
      search: ({ event, ...rest }) => ({ ...rest, ...(event !== id && { event: id }) }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      title="Audit"
      lead="What happened, the newest first. Press a value to filter by it."
      actions={
        <>
          <Button
            aria-pressed={follow}
            className={follow ? "border-accent! text-accent!" : ""}
            onClick={() =>
              navigate({ search: ({ follow: was, ...rest }) => ({ ...rest, ...(!was && { follow: true }) }) })
            }
          >
            <Radio aria-hidden="true" /> {follow ? "Following" : "Follow"}
          </Button>
          <Button isBusy={isFetching && !isFetchingNextPage} onClick={() => refetch()}>
            <RefreshCw aria-hidden="true" /> Refresh
          </Button>
          <ExportTrail filters={filters} isFiltered={isFiltered} />
          <Button onClick={() => setIsVerifying(true)}>
            <ShieldCheck aria-hidden="true" /> Verify the trail
          </Button>
        </>
      }
    >
      <AuditFilters />
      {followFailure !== null && (
        <p role="alert" className="text-danger">
          Newer events cannot be asked for just now. {failureOf(followFailure).message}
        </p>
      )}
      {isPending && <Loading />}
      {error !== null && <Failed error={error} onRetry={refetch} />}
      {data !== undefined &&
        error === null &&
        (events.length === 0 ? (
          <Empty title={isFiltered ? "No event matches" : "Nothing happened yet"}>
            {isFiltered ? "Take a filter away to see more." : "What agents and people do is noted here from now on."}
          </Empty>
        ) : (
          <Card className="overflow-hidden">
            <VirtualList
              label="Events"
              items={events}
              rowHeight={37}
              keyOf={({ id }) => String(id)}
              render={(event) => (
                <EventRow event={event} isOpen={event.id === openId} onToggle={() => void toggle(event.id)} />
              )}
              hasMore={hasNextPage}
              isLoadingMore={isFetchingNextPage}
              onLoadMore={fetchNextPage}
            />
          </Card>
        ))}
      {isVerifying && <VerifyTrail onClose={() => setIsVerifying(false)} />}
    </Page>
  );
}
