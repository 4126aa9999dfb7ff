import { useQuery } from "@tanstack/react-query";
import { activeOrganizationQuery, type Role, sessionQuery } from "./people.ts";

/** What who is signed in may do in the organization that is looked at; undefined until that is known. */
export function useRole(): Role | undefined {
  const { data: session } = useQuery(sessionQuery);
  const { data: organization } = useQuery(activeOrganizationQuery);
  return organization?.members.find(({ userId }) => userId === session?.user.id)?.role;
}

/** Said where a button is that needs more than the role has; undefined for those who may, and while it is not known. */
export function useNeedsAdmin(): string | undefined {
  return useRole() === "reviewer" ? "This needs the role admin or owner." : undefined;
}
