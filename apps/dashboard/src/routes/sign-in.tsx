import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { sessionQuery } from "../lib/people.ts";
import { rootRoute } from "./root.tsx";

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === "string" && from.startsWith("/") && !from.startsWith("//") ? { from } : {},
  beforeLoad: async ({ context, search, preload }) => {
    const session = await context.queryClient.fetchQuery(sessionQuery).catch(() => null);
    if (session === null) return;
    // Whoever comes here because a page was refused goes back to one that asks anew.
    if (!preload) void context.queryClient.resetQueries({ predicate: ({ state }) => state.status === "error" });
    throw redirect({ href: search.from ?? "/" });
  },
  component: lazyRouteComponent(() => import("../features/sign-in/sign-in-page.tsx"), "SignInPage"),
});
