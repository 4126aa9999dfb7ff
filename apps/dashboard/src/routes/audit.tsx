import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.tsx";

/** Which events are listed. */
export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly outcome?: "done" | "refused";
  readonly container?: string;
  readonly customId?: string;
  readonly session?: string;
  /** Instants, RFC 3339: from the one on, and before the other. */
  readonly from?: string;
  readonly to?: string;
  /** Newer events are shown as they come. */
  readonly follow?: boolean;
  /** The event that is open. */
  readonly event?: number;
}

export const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/audit",
  validateSearch: ({ outcome, from, to, follow, event, ...search }: Record<string, unknown>): AuditSearch => ({
    ...texts(search),
    ...((outcome === "done" || outcome === "refused") && { outcome }),
    ...(isInstant(from) && { from }),
    ...(isInstant(to) && { to }),
    ...(follow === true && { follow }),
    ...(Number.isInteger(event) && { event: Number(event) }),
  }),
  component: lazyRouteComponent(() => import("../features/audit/audit-page.tsx"), "AuditPage"),
});

const TEXTS = ["actor", "action", "container", "customId", "session"] as const;

/** What an address holds as a number or a truth value was a text to whoever wrote it. */
function texts(search: Record<string, unknown>): AuditSearch {
  const given = TEXTS.filter((name) => !["undefined", "object"].includes(typeof search[name]) && search[name] !== "");
  return Object.fromEntries(given.map((name) => [name, String(search[name])]));
}

function isInstant(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
