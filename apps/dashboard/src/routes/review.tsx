import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.tsx";

export interface ReviewSearch {
  /** What waits, unless it says otherwise. */
  readonly status?: "approved" | "rejected";
  readonly container?: string;
  /** Who proposed. */
  readonly actor?: string;
  /** The proposal that is open. */
  readonly id?: string;
}

export const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/review",
  validateSearch: ({ status, container, actor, id }: Record<string, unknown>): ReviewSearch => ({
    ...((status === "approved" || status === "rejected") && { status }),
    ...(typeof container === "string" && container !== "" && { container }),
    ...(typeof actor === "string" && actor !== "" && { actor }),
    ...(typeof id === "string" && id !== "" && { id }),
  }),
  component: lazyRouteComponent(() => import("../features/review/review-page.tsx"), "ReviewPage"),
});
