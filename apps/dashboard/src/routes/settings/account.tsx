import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { settingsRoute } from "../settings.tsx";

export const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("../../features/settings/account/account-page.tsx"), "AccountPage"),
});
