import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/page.tsx";
import { Empty, Failed, Loading } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { useToast } from "../../../components/toast.tsx";
import { failureOf } from "../../../lib/failure.ts";
import { count } from "../../../lib/format.ts";
import { askPeople, PeopleError } from "../../../lib/people.ts";
import { deviceOf } from "./device.ts";

interface SignIn {
  readonly id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

const sessionsQuery = queryOptions({
  queryKey: ["settings", "sessions"],
  queryFn: () => askPeople<SignIn[]>("/auth/list-sessions"),
  staleTime: 0,
});

/** Where one is signed in, and the way to end that. */
export function Sessions({ currentId }: { currentId: string }) {
  const { data: sessions, error, isPending, refetch } = useQuery(sessionsQuery);
  const queryClient = useQueryClient();
  const toast = useToast();
  const others = sessions?.filter(({ id }) => id !== currentId) ?? [];
  const end = useMutation({
    mutationFn: (token: string | null) =>
      token === null ? askPeople("/auth/revoke-other-sessions", {}) : askPeople("/auth/revoke-session", { token }),
    onSuccess: (_, token) => {
      toast({ text: token === null ? "Signed out everywhere else." : "Signed out there." });
      return queryClient.invalidateQueries(sessionsQuery);
    },
    onError: (refused) => toast({ text: failureOf(refused).message }),
  });
  const isOld = error instanceof PeopleError && error.code === "SESSION_NOT_FRESH";
  return (
    <Section
      title="Where you are signed in"
      actions={
        others.length > 0 && (
          <Button kind="danger" isBusy={end.isPending} onClick={() => end.mutate(null)}>
            Sign out of {count(others.length, "other")}
          </Button>
        )
      }
    >
      {isPending && <Loading lines={2} />}
      {isOld && (
        <Empty title="You signed in more than a day ago">
          Sign out and in again to see and end your other sessions.
        </Empty>
      )}
      {error !== null && !isOld && <Failed error={error} onRetry={refetch} />}
      {sessions !== undefined && (
        <Card>
          <ul className="divide-y divide-line">
            {sessions.map(({ id, token, userAgent, ipAddress, createdAt, updatedAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
                <span className="flex min-w-0 grow basis-56 items-center gap-2">
                  <span className="truncate font-medium">{deviceOf(userAgent)}</span>
                  {id === currentId && <Badge tone="good">this one</Badge>}
                </span>
                {ipAddress !== null && ipAddress !== "" && (
                  <span className="font-mono text-xs text-muted">{ipAddress}</span>
                )}
                <span className="text-muted">
                  since <Time at={createdAt} />, used <Time at={updatedAt} />
                </span>
                {id !== currentId && (
                  <Button isBusy={end.isPending} onClick={() => end.mutate(token)}>
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
