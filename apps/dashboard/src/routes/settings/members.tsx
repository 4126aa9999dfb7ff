import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { settingsRoute } from "../settings.tsx";

export interface MembersSearch {
  readonly act?: "invite" | "role" | "remove";
  /** The member's id, for a change of role and a removal. */
  readonly member?: string;
}

export const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/members",
  validateSearch: ({ act, member }: Record<string, unknown>): MembersSearch => ({
    ...(act === "invite" && { act }),
    ...((act === "role" || act === "remove") && typeof member === "string" && { act, member }),
  }),
  component: lazyRouteComponent(() => import("../../features/settings/members/members-page.tsx"), "MembersPage"),
});
