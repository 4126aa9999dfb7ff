import { createRoute, redirect } from "@tanstack/react-router";
import { Shell } from "../features/shell/shell.tsx";
import { sessionQuery } from "../lib/people.ts";
import { rootRoute } from "./root.tsx";

/** Everything beneath it is for people who are signed in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: "/sign-in", search: { from: location.href } });
  },
  component: Shell,
});
