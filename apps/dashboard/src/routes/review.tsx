import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.tsx";

export const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/review",
  component: lazyRouteComponent(() => import("../features/review/review-page.tsx"), "ReviewPage"),
});
