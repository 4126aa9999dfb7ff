import { useQuery } from "@tanstack/react-query";
import { Failed, Loading } from "../../../components/states.tsx";
import { sessionQuery } from "../../../lib/people.ts";
import { ChangeName } from "./change-name.tsx";
import { ChangePassword } from "./change-password.tsx";
import { Sessions } from "./sessions.tsx";

/** Oneself: the same in every organization. */
export function AccountPage() {
  const { data: session, error, isPending, refetch } = useQuery(sessionQuery);
  if (isPending) return <Loading />;
  if (error !== null) return <Failed error={error} onRetry={refetch} />;
  if (session === null) return null;
  return (
    <>
      <ChangeName person={session.user} />
      <ChangePassword />
      <Sessions currentId={session.session.id} />
    </>
  );
}
