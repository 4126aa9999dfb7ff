import type { AuditExportQuery } from "@stela/sdk";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { eventsQuery, newerEvents, withNewer } from "./queries.ts";

const EVERY_MS = 3_000;

/** While it follows, asks for newer events every few seconds and puts them into the list. Answers why it cannot, or null. */
export function useFollow(filters: AuditExportQuery, isFollowing: boolean): unknown {
  const queryClient = useQueryClient();
  const { queryKey } = eventsQuery(filters);
  const { error } = useQuery({
    queryKey: ["audit-newer", filters],
    queryFn: async ({ signal }) => {
      const listed = queryClient.getQueryData(queryKey);
      if (listed === undefined) return 0;
      const newer = await newerEvents(filters, listed.pages[0]?.events[0], signal);
      if (newer === null) await queryClient.resetQueries({ queryKey });
      else queryClient.setQueryData(queryKey, (data) => data && withNewer(data, newer));
      return newer?.length ?? 0;
    },
    enabled: isFollowing,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  });
  return isFollowing ? error : null;
}
