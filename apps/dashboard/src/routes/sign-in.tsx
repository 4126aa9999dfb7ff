import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { sessionQuery } from "../lib/people.ts";
import { rootRoute } from "./root.tsx";

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === "string" && from.startsWith("/") && !from.startsWith("//") ? { from } : {},
  beforeLoad: async ({ context, search }) => {
    const session = await context.queryClient.fetchQuery(sessionQuery).catch(() => null);
    if (session !== null) throw redirect({ href: search.from ?? "/" });
  },
  component: lazyRouteComponent(() => import("../features/sign-in/sign-in-page.tsx"), "SignInPage"),
});
