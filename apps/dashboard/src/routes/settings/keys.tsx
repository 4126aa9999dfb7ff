import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { settingsRoute } from "../settings.tsx";

export interface KeysSearch {
  /** Those that are revoked or expired too. */
  readonly all?: true;
  /** What is being done: `create`, or one of the others with a key. */
  readonly act?: "create" | "rotate" | "revoke";
  readonly key?: string;
}

export const keysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/keys",
  validateSearch: ({ all, act, key }: Record<string, unknown>): KeysSearch => ({
    ...(all === true && { all }),
    ...(act === "create" && { act }),
    ...((act === "rotate" || act === "revoke") && typeof key === "string" && { act, key }),
  }),
  component: lazyRouteComponent(() => import("../../features/settings/keys/keys-page.tsx"), "KeysPage"),
});
