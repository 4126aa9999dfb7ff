import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.tsx";

export const memoriesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/memories",
  component: lazyRouteComponent(() => import("../features/memories/containers-page.tsx"), "ContainersPage"),
});
