import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { settingsRoute } from "../settings.tsx";

export interface OrganizationSearch {
  /** What usage is counted by; containers, unless said otherwise. */
  readonly by?: "key";
  /** Over how many days; 30, unless said otherwise. */
  readonly days?: 7 | 92;
}

export const organizationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/organization",
  validateSearch: ({ by, days }: Record<string, unknown>): OrganizationSearch => ({
    ...(by === "key" && { by }),
    ...((days === 7 || days === 92) && { days }),
  }),
  component: lazyRouteComponent(
    () => import("../../features/settings/organization/organization-page.tsx"),
    "OrganizationPage",
  ),
});
