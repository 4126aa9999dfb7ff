import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { settingsRoute } from "../settings.tsx";

export interface ContainersSearch {
  readonly act?: "change" | "erase";
  /** The tag of the container that is changed or erased. */
  readonly container?: string;
  /** The id of an erasure whose receipt is shown. */
  readonly receipt?: string;
}

export const containerSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/containers",
  validateSearch: ({ act, container, receipt }: Record<string, unknown>): ContainersSearch => ({
    ...((act === "change" || act === "erase") && typeof container === "string" && { act, container }),
    ...(typeof receipt === "string" && { receipt }),
  }),
  component: lazyRouteComponent(
    () => import("../../features/settings/containers/containers-settings-page.tsx"),
    "ContainersSettingsPage",
  ),
});
