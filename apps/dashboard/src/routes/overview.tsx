import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.tsx";

export const overviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../features/overview/overview-page.tsx"), "OverviewPage"),
});
