import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join/$secret",
  component: lazyRouteComponent(() => import("../features/sign-in/join-page.tsx"), "JoinPage"),
});
